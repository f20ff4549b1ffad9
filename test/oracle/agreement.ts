import type { Answers, Endpoint, Filters } from './answers.js';

/** A value that a breakdown names, and the rows that bear it: several only of a city or of a campaign. */
export interface NamedRows {
  readonly filter: keyof Filters;
  readonly value: string;
  readonly rows: readonly { readonly visitors: number; readonly pageviews?: number }[];
}

type Row = NamedRows['rows'][number];

function byValue<R extends Row>(filter: keyof Filters, rows: readonly R[], valueIn: (row: R) => string): NamedRows[] {
  const values = [...new Set(rows.map(valueIn))];
  return values.map((value) => ({ filter, value, rows: rows.filter((row) => valueIn(row) === value) }));
}

/** The breakdowns and the filter by which `main` must give the `visitors` of each row. */
export const BREAKDOWNS: {
  readonly [E in Exclude<Endpoint, 'main' | 'visitors-chart' | 'has-events' | 'exit-links'>]: (
    answer: Answers[E],
  ) => readonly NamedRows[];
} = {
  countries: ({ data }) => byValue('country', data, (row) => row.country),
  pages: ({ data }) => byValue('page', data, (row) => row.page),
  referrers: ({ data }) => byValue('referrer', data, (row) => row.referrer),
  browsers: ({ data }) => byValue('browser', data, (row) => row.browser),
  devices: ({ data }) => byValue('device', data, (row) => row.device),
  channels: ({ channels }) => byValue('channel', channels, (row) => row.name),
  campaigns: ({ campaigns }) => [
    ...byValue('campaign', campaigns, (row) => row.campaign),
    ...byValue('campaignLink', campaigns, (row) => row.name),
  ],
  cities: ({ cities }) => byValue('city', cities, (row) => row.name),
  'entry-pages': ({ entryPages }) => byValue('entryPage', entryPages, (row) => row.name),
  os: ({ operatingSystems }) => byValue('os', operatingSystems, (row) => row.name),
  'custom-events': ({ customEvents }) => byValue('event', customEvents, (row) => row.name),
  languages: ({ languages }) => byValue('language', languages, (row) => row.code),
};

export type Breakdown = keyof typeof BREAKDOWNS;

/** The named rows of one breakdown's answer. */
export function namedRows<E extends Breakdown>(breakdown: E, answer: Answers[E]): readonly NamedRows[] {
  return BREAKDOWNS[breakdown](answer);
}

/** Whether `main` under the filter agrees with the rows: one row exactly, several as far as they can overlap. */
export function agrees(named: NamedRows, main: Answers['main']): boolean {
  const visitors = named.rows.map((row) => row.visitors);
  const [least, most] = [Math.max(...visitors), visitors.reduce((sum, count) => sum + count, 0)];
  const pageviews = named.rows[0]?.pageviews ?? main.totalPageviews;
  return main.totalVisitors >= least && main.totalVisitors <= most && main.totalPageviews === pageviews;
}
