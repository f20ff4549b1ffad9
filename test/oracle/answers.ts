/** What is asked, and the `data` of each answer, as section 4.4 of the specification has them. */

export interface Filters {
  readonly referrer?: string;
  readonly channel?: string;
  readonly campaign?: string;
  readonly campaignLink?: string;
  readonly page?: string;
  readonly entryPage?: string;
  readonly country?: string;
  readonly city?: string;
  readonly browser?: string;
  readonly os?: string;
  readonly device?: string;
  readonly language?: string;
  readonly event?: string;
}

export interface Query {
  /** Both a date, or both a date-time. */
  readonly from: string;
  readonly to: string;
  readonly granularity?: 'hour' | 'day';
  readonly limit?: number | 'all';
  readonly filters?: Filters;
  /** When it is asked, in epoch milliseconds; long after the range when missing. */
  readonly now?: number;
}

export interface Website {
  readonly timezone: string;
  readonly domain: string;
}

type Share<Fields> = Fields & { readonly visitors: number; readonly percentage: number };

export interface Main {
  readonly totalVisitors: number;
  readonly returningVisitors: number;
  readonly returningVisitorRate: number;
  readonly totalPageviews: number;
  readonly viewsPerVisit: number;
  readonly bounceRate: number;
  readonly averageSessionDurationSeconds: number;
  readonly previousTotalVisitors: number;
  readonly previousBounceRate: number;
  readonly previousAverageSessionDurationSeconds: number;
  readonly visitorsChange: number;
  readonly bounceRateChange: number;
  readonly sessionDurationChange: number;
  readonly previousTotalPageviews: number;
  readonly pageviewsChange: number;
}

export interface Channel {
  readonly name: string;
  readonly topSources: readonly Share<{ readonly source: string }>[];
}

export interface CampaignRow {
  readonly name: string;
  readonly campaign: string;
  readonly source: string;
  readonly medium: string | null;
  readonly ref: string | null;
}

export interface ExitLink {
  readonly hostname: string;
  readonly url: string;
  readonly clicks: number;
  readonly percentage: number;
}

interface Listed<Row> {
  readonly data: readonly Row[];
  readonly total: number;
}

type Counted<Name extends string, Fields> = { readonly [name in Name]: readonly Share<Fields>[] } & {
  readonly totalVisitors: number;
};

export interface Answers {
  readonly main: Main;
  readonly 'visitors-chart': {
    readonly data: readonly { readonly date: string; readonly visitors: number; readonly pageviews: number }[];
  };
  readonly countries: Listed<Share<{ readonly country: string; readonly countryName: string }>>;
  readonly pages: Listed<Share<{ readonly page: string; readonly pageviews: number }>>;
  readonly referrers: Listed<Share<{ readonly referrer: string }>>;
  readonly browsers: Listed<Share<{ readonly browser: string }>>;
  readonly devices: Listed<Share<{ readonly device: string }>>;
  readonly 'has-events': { readonly hasEvents: boolean };
  readonly channels: Counted<'channels', Channel>;
  readonly campaigns: Counted<'campaigns', CampaignRow>;
  readonly cities: Counted<'cities', { readonly name: string; readonly country: string }>;
  readonly 'entry-pages': Counted<'entryPages', { readonly name: string }>;
  readonly 'exit-links': { readonly exitLinks: readonly ExitLink[]; readonly totalClicks: number };
  readonly os: Counted<'operatingSystems', { readonly name: string; readonly code: string }>;
  readonly 'custom-events': Counted<'customEvents', { readonly name: string; readonly events: number }>;
  readonly languages: Counted<'languages', { readonly code: string; readonly name: string }>;
}

export type Endpoint = keyof Answers;
