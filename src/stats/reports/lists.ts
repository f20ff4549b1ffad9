import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { sql } from '../../clickhouse/sql.js';
import { percentage } from '../../lib/rounding.js';
import { parseUrl } from '../../lib/url.js';
import {
  type Breakdown,
  type BreakdownAnswer,
  type BreakdownRow,
  breakDown,
  breakDownInBatches,
  breakDownPage,
  type RowChoice,
} from '../breakdown.js';
import { campaignName, campaignNameSql } from '../campaign-name.js';
import { countryName, languageName, osCode, osCodeSql } from '../names.js';
import type { StatsQuery } from '../query.js';

/** A breakdown as an endpoint: its path, its grouping, and the conversion of a row's key into named fields. */
export interface List<Named extends object = object> {
  readonly path: string;
  /** Names the endpoint in the API reference. */
  readonly title: string;
  /** What the list has, and what one row is. */
  readonly summary: string;
  /** The names of the two fields of the response. */
  readonly fields: readonly [items: string, total: string];
  readonly breakdown: Breakdown;
  /** The fields that name a row; its metrics and its `percentage` follow them. */
  readonly named: z.ZodObject<{ readonly [Field in keyof Named]: z.ZodType<Named[Field]> }>;
  readonly name: (key: readonly string[]) => Named;
}

/** A row of a list: its named fields, its metrics, and its share of the total by the first metric, 0 to 100. */
export interface ListRow<Named extends object> {
  readonly named: Named;
  readonly figures: BreakdownRow['figures'];
  readonly percentage: number;
}

/** Rows of a list, and the total, which includes events outside of all rows. */
export interface ListAnswer<Named extends object> {
  readonly rows: readonly ListRow<Named>[];
  readonly total: number;
}

/**
 * Reads the first rows of a list.
 *
 * @param visitors the query's visitors, when `main` counts them anyway: a list by visitors then does not count its total
 */
export async function readList<Named extends object>(
  clickhouse: ClickHouse,
  query: StatsQuery,
  list: Listed<Named>,
  limit: number,
  visitors?: Promise<number>,
): Promise<ListAnswer<Named>> {
  const known = list.breakdown.metrics[0] === 'visitors' ? visitors : undefined;
  const choice = { limit, withTotal: known === undefined };
  const [answer, total] = await Promise.all([
    breakDown(clickhouse, query, `stats/${list.path}`, list.breakdown, choice),
    known,
  ]);
  return toListAnswer(list, total === undefined ? answer : { ...answer, total });
}

/** Reads a list in batches, at least one: all rows, or those that match a search. */
export async function* readWholeList<Named extends object>(
  clickhouse: ClickHouse,
  query: StatsQuery,
  list: Listed<Named>,
  choice: Pick<RowChoice, 'limit' | 'search'> = {},
): AsyncGenerator<ListAnswer<Named>> {
  const batches = breakDownInBatches(clickhouse, query, `stats/${list.path}`, list.breakdown, choice);
  for await (const batch of batches) yield toListAnswer(list, batch);
}

/** Reads a page of a list, and the number of rows on all pages. For a page beyond the last one, `found` is 0. */
export async function readListPage<Named extends object>(
  clickhouse: ClickHouse,
  query: StatsQuery,
  list: Listed<Named>,
  choice: RowChoice & { readonly limit: number },
): Promise<ListAnswer<Named> & { readonly found: number }> {
  const page = await breakDownPage(clickhouse, query, `stats/${list.path}`, list.breakdown, choice);
  return { ...toListAnswer(list, page), found: page.found };
}

type Listed<Named extends object> = Pick<List<Named>, 'path' | 'breakdown' | 'name'>;

const toListAnswer = <Named extends object>(
  { breakdown, name }: Listed<Named>,
  { rows, total }: BreakdownAnswer,
): ListAnswer<Named> => ({
  total,
  rows: rows.map(({ key, figures }) => ({
    named: name(key),
    figures,
    // Visitors of a row may be estimated, and more than the exact total.
    percentage: percentage(Math.min(figures[breakdown.metrics[0]], total), total),
  })),
});

/** Returns the shape of a list's response in the interface. */
export function listShape({ fields: [items, total], named, breakdown: { metrics } }: List) {
  const figures = Object.fromEntries(metrics.map((metric) => [metric, z.number()]));
  const item = named.extend({ ...figures, percentage: z.number().describe('Share of the total, 0 to 100') });
  return z.object({ [items]: z.array(item), [total]: z.number() });
}

/** Returns a row as it appears in the interface. */
export const listItem = ({ breakdown }: List, { named: names, figures, percentage: share }: ListRow<object>) => ({
  ...names,
  ...Object.fromEntries(breakdown.metrics.map((metric) => [metric, figures[metric]])),
  percentage: share,
});

const text = z.string();
const data = ['data', 'total'] as const;
const only = ([value = '']: readonly string[]): string => value;
const orNull = (value = ''): string | null => (value === '' ? null : value);
const orUnknown = (value = ''): string => (value === '' ? 'Unknown' : value);

/** Returns its argument, with a type that knows the fields of its rows. */
const list = <Named extends object>(each: List<Named>): List<Named> => each;

/** Every list of docs/api-specification.md, section 4.4, and of custom events, except `channels`, whose rows contain lists. */
export const lists = {
  countries: list({
    path: 'countries',
    title: 'List countries',
    summary: 'Visitors by country',
    fields: data,
    breakdown: { dimensions: ['country'], metrics: ['visitors'] },
    named: z.object({ country: text.describe('ISO 3166-1 alpha-2; ZZ when unknown'), countryName: text }),
    name: (key) => ({ country: only(key), countryName: countryName(only(key)) }),
  }),
  pages: list({
    path: 'pages',
    title: 'List pages',
    summary: 'Visitors and pageviews by page. A row is a path with any event, so `pageviews` can be 0',
    fields: data,
    breakdown: { dimensions: ['page'], metrics: ['visitors', 'pageviews'] },
    named: z.object({ page: text.describe('Path') }),
    name: (key) => ({ page: only(key) }),
  }),
  referrers: list({
    path: 'referrers',
    title: 'List referrers',
    summary: 'Visitors by referrer: a known name, or a host without `www.`; Direct for sessions without one',
    fields: data,
    breakdown: { dimensions: ['referrer'], metrics: ['visitors'] },
    named: z.object({ referrer: text }),
    name: (key) => ({ referrer: only(key) }),
  }),
  browsers: list({
    path: 'browsers',
    title: 'List browsers',
    summary: 'Visitors by browser',
    fields: data,
    breakdown: { dimensions: ['browser'], metrics: ['visitors'] },
    named: z.object({ browser: text }),
    name: (key) => ({ browser: only(key) }),
  }),
  devices: list({
    path: 'devices',
    title: 'List devices',
    summary: 'Visitors by kind of device: desktop, mobile, tablet, tv, or other',
    fields: data,
    breakdown: { dimensions: ['device'], metrics: ['visitors'] },
    named: z.object({ device: text }),
    name: (key) => ({ device: only(key) }),
  }),
  campaigns: list({
    path: 'campaigns',
    title: 'List campaigns',
    summary:
      'Visitors by campaign: a row for each distinct set of `utm_source`, `utm_medium`, `utm_campaign` and `ref`',
    fields: ['campaigns', 'totalVisitors'],
    breakdown: {
      dimensions: ['utmSource', 'utmMedium', 'utmCampaign', 'ref'],
      metrics: ['visitors'],
      rows: sql`key != ['', '', '', '']`,
      nameSql: campaignNameSql,
    },
    named: z.object({
      name: text.describe("Query string of the campaign's link"),
      campaign: text,
      source: text,
      medium: text.nullable(),
      ref: text.nullable(),
    }),
    name: (key) => ({
      name: campaignName(key),
      campaign: orUnknown(key[2]),
      source: orUnknown(key[0]),
      medium: orNull(key[1]),
      ref: orNull(key[3]),
    }),
  }),
  cities: list({
    path: 'cities',
    title: 'List cities',
    summary: 'Visitors by city and country',
    fields: ['cities', 'totalVisitors'],
    breakdown: { dimensions: ['city', 'country'], metrics: ['visitors'] },
    named: z.object({ name: text, country: text }),
    name: ([name = '', country = '']) => ({ name, country }),
  }),
  'entry-pages': list({
    path: 'entry-pages',
    title: 'List entry pages',
    summary: "Visitors by the path of their session's first event",
    fields: ['entryPages', 'totalVisitors'],
    breakdown: { dimensions: ['entryPage'], metrics: ['visitors'] },
    named: z.object({ name: text.describe('Path') }),
    name: (key) => ({ name: only(key) }),
  }),
  'exit-links': list({
    path: 'exit-links',
    title: 'List exit links',
    summary:
      'Clicks on outbound links by destination: to hosts that are neither the domain, its subdomains, nor in `allowedDomains`',
    fields: ['exitLinks', 'totalClicks'],
    breakdown: { dimensions: ['link'], metrics: ['clicks'] },
    named: z.object({ hostname: text.describe('Empty where the host alone was longer than what is kept'), url: text }),
    name: (key) => ({ hostname: parseUrl(only(key))?.hostname ?? '', url: only(key) }),
  }),
  os: list({
    path: 'os',
    title: 'List operating systems',
    summary: 'Visitors by operating system',
    fields: ['operatingSystems', 'totalVisitors'],
    breakdown: { dimensions: ['os'], metrics: ['visitors'], nameSql: osCodeSql },
    named: z.object({ name: text, code: text }),
    name: (key) => ({ name: only(key), code: osCode(only(key)) }),
  }),
  'custom-events': list({
    path: 'custom-events',
    title: 'List custom events',
    summary: 'Visitors and events by custom event',
    fields: ['customEvents', 'totalVisitors'],
    breakdown: { dimensions: ['event'], metrics: ['visitors', 'events'], rows: sql`key != ['']` },
    named: z.object({ name: text }),
    name: (key) => ({ name: only(key) }),
  }),
  languages: list({
    path: 'languages',
    title: 'List languages',
    summary: 'Visitors by browser language',
    fields: ['languages', 'totalVisitors'],
    breakdown: { dimensions: ['language'], metrics: ['visitors'] },
    named: z.object({ code: text.describe('Language tag; und when unknown'), name: text }),
    name: (key) => ({ code: only(key), name: languageName(only(key)) }),
  }),
} as const;
