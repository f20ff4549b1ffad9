import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { sql } from '../../clickhouse/sql.js';
import { campaignLinkSql, encodeCampaignLink } from '../../daily-visitors/campaign-link.js';
import { percentage } from '../../lib/rounding.js';
import { unicodeHost } from '../../lib/unicode-host.js';
import { parseUrl } from '../../lib/url.js';
import { answer, answerInBatches, answerPage } from '../answer.js';
import { type DimensionName, toParts } from '../dimensions.js';
import type { Filter } from '../filters.js';
import { type Facts, metricValue } from '../metrics.js';
import {
  campaignDetail,
  campaignTitle,
  countryName,
  deviceName,
  languageName,
  linkName,
  osCode,
  osCodeSql,
  UNKNOWN_CAMPAIGN,
} from '../names.js';
import type { Answer, Filters, Row, Scope, StatsQuery } from '../query.js';
import { COUNTRIES } from '../spelling.js';

/** A list as an endpoint: its path, its query, and the conversion of a row's key into named fields. */
export interface List<Named extends object = object> {
  readonly path: string;
  /** Names the list, and its endpoint in the API reference. */
  readonly title: string;
  /** The endpoint's name, if it is another one. */
  readonly endpoint?: string;
  /** What the list has, and what one row is. */
  readonly summary: string;
  /** The names of the two fields of the response. */
  readonly fields: readonly [items: string, total: string];
  readonly by: Pick<StatsQuery, 'dimensions' | 'metrics' | 'skipsMissing' | 'having' | 'nameSql'>;
  /** The fields that name a row; its metrics and its `percentage` follow them. */
  readonly named: z.ZodObject<{ readonly [Field in keyof Named]: z.ZodType<Named[Field]> }>;
  readonly name: (key: readonly string[]) => Named;
  /** Heading of the column of names. */
  readonly column: string;
  /** Heading of the column of details, if rows have them. */
  readonly detailColumn?: string;
  /** Headings of the cells that a file has in place of name and detail, if rows have such cells. */
  readonly fileColumns?: readonly string[];
  /** The list's second metric: headings of its column, short and long, and the word for one. */
  readonly second?: { readonly short: string; readonly long: string; readonly word: string };
  /** The plural noun for its rows, used when there are none; visitors by default. */
  readonly counted?: string;
  /** Returns a row as people read it. */
  show(named: Named): ShownName;
  /** Returns a filter that finds a text in ClickHouse; without it, the names are searched in memory. */
  readonly search?: (text: string) => Filter;
}

/** The name of a row as people read it. */
export interface ShownName {
  readonly name: string;
  /** Stands before the name: the icon of a brand by its name, of a kind of device, or the flag of a country by its code. */
  readonly icon?: { readonly kind: 'brand' | 'device' | 'country'; readonly name: string };
  /** Distinguishes rows of the same name. */
  readonly detail?: string;
  /** The cells of a file in place of name and detail. */
  readonly cells?: readonly string[];
  /** The filters that select the row; without filters it cannot be selected. */
  readonly filters?: Filters;
}

/** A row of a list: its named fields, its facts, and its share of the total by the first metric, 0 to 100. */
export interface ListRow<Named extends object> {
  readonly named: Named;
  readonly facts: Facts;
  readonly percentage: number;
}

/** Rows of a list, and the total, which includes events outside of all rows. */
export interface ListAnswer<Named extends object> {
  readonly rows: readonly ListRow<Named>[];
  readonly total: number;
}

/** Selects a part of the rows. */
interface RowChoice {
  /** Undefined for all. */
  readonly limit?: number | undefined;
  /** A filter on the dimensions, which does not change the total. */
  readonly search?: Filter | undefined;
}

type Listed<Named extends object> = Pick<List<Named>, 'path' | 'by' | 'name'>;

/** Returns the query of a list's rows and their total. */
export const listQuery = ({ path, by }: Pick<List, 'path' | 'by'>, scope: Scope, choice: RowChoice): StatsQuery => ({
  ...scope,
  ...by,
  ...choice,
  name: `stats/${path}`,
  levels: [by.dimensions?.length ?? 0, 0],
});

/** Returns the query of a list by visitors whose total is known. */
export const rowsQuery = ({ path, by }: Pick<List, 'path' | 'by'>, scope: Scope, limit: number): StatsQuery => ({
  ...scope,
  ...by,
  limit,
  name: `stats/${path}`,
});

/** Reads the first rows of a list. */
export const readList = async <Named extends object>(
  clickhouse: ClickHouse,
  scope: Scope,
  list: Listed<Named>,
  limit: number,
): Promise<ListAnswer<Named>> => toListAnswer(list, await answer(clickhouse, listQuery(list, scope, { limit })));

/** Reads a list in batches, at least one: all rows, or those that match a search. */
export async function* readWholeList<Named extends object>(
  clickhouse: ClickHouse,
  scope: Scope,
  list: Listed<Named>,
  choice: RowChoice = {},
): AsyncGenerator<ListAnswer<Named>> {
  for await (const batch of answerInBatches(clickhouse, listQuery(list, scope, choice)))
    yield toListAnswer(list, batch);
}

/** Reads a page of a list, and the number of rows on all pages. For a page beyond the last one, `found` is 0. */
export async function readListPage<Named extends object>(
  clickhouse: ClickHouse,
  scope: Scope,
  list: Listed<Named>,
  { offset, ...choice }: RowChoice & { readonly limit: number; readonly offset: number },
): Promise<ListAnswer<Named> & { readonly found: number }> {
  const { rows, total, found } = await answerPage(clickhouse, listQuery(list, scope, choice), offset);
  return { total, rows: nameRows(list, rows, total), found };
}

/** Returns the answer to a list's query. */
function toListAnswer<Named extends object>(list: Listed<Named>, { total, rows }: Answer): ListAnswer<Named> {
  const all = metricValue(list.by.metrics[0], total.now);
  return { total: all, rows: nameRows(list, rows, all) };
}

/** Returns rows with their names, and their shares of a total of the first metric. */
export const nameRows = <Named extends object>(
  { by: { metrics }, name }: Listed<Named>,
  rows: readonly Row[],
  total: number,
): readonly ListRow<Named>[] =>
  rows.map(({ key, now }) => ({
    named: name(key),
    facts: now,
    // Visitors of a row may be estimated, and more than the exact total.
    percentage: percentage(Math.min(metricValue(metrics[0], now), total), total),
  }));

/** Returns the shape of a list's response in the interface. */
export function listShape({ fields: [items, total], named, by: { metrics } }: List) {
  const figures = Object.fromEntries(metrics.map((metric) => [metric, z.number()]));
  const item = named.extend({ ...figures, percentage: z.number().describe('Share of the total, 0 to 100') });
  return z.object({ [items]: z.array(item), [total]: z.number() });
}

/** Returns a row as it appears in the interface. */
export const listItem = ({ by }: List, { named: names, facts, percentage: share }: ListRow<object>) => ({
  ...names,
  ...Object.fromEntries(by.metrics.map((metric) => [metric, metricValue(metric, facts)])),
  percentage: share,
});

const text = z.string();
const data = ['data', 'total'] as const;
const only = ([value = '']: readonly string[]): string => value;
const orNull = (value = ''): string | null => (value === '' ? null : value);
const orUnknown = (value = ''): string => (value === '' ? 'Unknown' : value);
const brand = (name: string) => ({ kind: 'brand', name }) as const;
const flag = (name: string) => ({ kind: 'country', name }) as const;

/** Returns a filter that finds a text in any of the dimensions. */
const inAny =
  (...names: readonly DimensionName[]) =>
  (part: string): Filter => ({
    or: names.map((dimension) => ({ dimension, operator: 'contains', values: toParts(dimension, part) })),
  });

/** Returns a filter that finds a text in the names of cities and of their countries. */
const inPlaces = (part: string): Filter => {
  const countries = COUNTRIES.filter((code) => countryName(code).toLowerCase().includes(part.toLowerCase()));
  return { or: [inAny('city')(part), { dimension: 'country', operator: 'is', values: countries }] };
};

/** Returns its argument, with a type that knows the fields of its rows. */
const list = <Named extends object>(each: List<Named>): List<Named> => each;

/** Every list of docs/api-specification.md, section 4.4, and of custom events, except `channels`, whose rows contain lists. */
export const lists = {
  countries: list({
    path: 'countries',
    title: 'Countries',
    summary: 'Visitors by country',
    fields: data,
    by: { dimensions: ['country'], metrics: ['visitors'] },
    named: z.object({ country: text.describe('ISO 3166-1 alpha-2; ZZ when unknown'), countryName: text }),
    name: (key) => ({ country: only(key), countryName: countryName(only(key)) }),
    column: 'Country',
    show: ({ country, countryName: name }) => ({ name, icon: flag(country), filters: { country } }),
  }),
  pages: list({
    path: 'pages',
    title: 'Pages',
    summary: 'Visitors and pageviews by page. A row is a path with any event, so `pageviews` can be 0',
    fields: data,
    by: { dimensions: ['page'], metrics: ['visitors', 'pageviews'] },
    named: z.object({ page: text.describe('Path') }),
    name: (key) => ({ page: only(key) }),
    column: 'Page',
    second: { short: 'Views', long: 'Pageviews', word: 'view' },
    show: ({ page }) => ({ name: page, filters: { page } }),
    search: inAny('page'),
  }),
  referrers: list({
    path: 'referrers',
    title: 'Referrers',
    summary: 'Visitors by referrer: a known name, or a host without `www.`; Direct for sessions without one',
    fields: data,
    by: { dimensions: ['referrer'], metrics: ['visitors'] },
    named: z.object({ referrer: text }),
    name: (key) => ({ referrer: only(key) }),
    column: 'Referrer',
    show: ({ referrer }) => ({ name: unicodeHost(referrer), icon: brand(referrer), filters: { referrer } }),
    search: inAny('referrer'),
  }),
  browsers: list({
    path: 'browsers',
    title: 'Browsers',
    summary: 'Visitors by browser',
    fields: data,
    by: { dimensions: ['browser'], metrics: ['visitors'] },
    named: z.object({ browser: text }),
    name: (key) => ({ browser: only(key) }),
    column: 'Browser',
    show: ({ browser }) => ({ name: browser, icon: brand(browser), filters: { browser } }),
  }),
  devices: list({
    path: 'devices',
    title: 'Devices',
    summary: 'Visitors by kind of device: desktop, mobile, tablet, tv, or other',
    fields: data,
    by: { dimensions: ['device'], metrics: ['visitors'] },
    named: z.object({ device: text }),
    name: (key) => ({ device: only(key) }),
    column: 'Device',
    show: ({ device }) => ({ name: deviceName(device), icon: { kind: 'device', name: device }, filters: { device } }),
  }),
  campaigns: list({
    path: 'campaigns',
    title: 'Campaigns',
    summary:
      'Visitors by campaign: a row for each distinct set of `utm_source`, `utm_medium`, `utm_campaign` and `ref`',
    fields: ['campaigns', 'totalVisitors'],
    by: {
      dimensions: ['utmSource', 'utmMedium', 'utmCampaign', 'ref'],
      metrics: ['visitors'],
      skipsMissing: true,
      nameSql: campaignLinkSql,
    },
    named: z.object({
      name: text.describe("Query string of the campaign's link"),
      campaign: text,
      source: text,
      medium: text.nullable(),
      ref: text.nullable(),
    }),
    name: (key) => ({
      name: encodeCampaignLink(key),
      campaign: orUnknown(key[2]),
      source: orUnknown(key[0]),
      medium: orNull(key[1]),
      ref: orNull(key[3]),
    }),
    column: 'Campaign',
    detailColumn: 'Source / medium / ref',
    fileColumns: ['Campaign', 'Source', 'Medium', 'Ref'],
    counted: 'tagged visits (UTM or ref)',
    show: ({ name, campaign, source, medium, ref }) => ({
      name: campaignTitle(campaign),
      detail: campaignDetail({ source, medium, ref }),
      cells: [campaignTitle(campaign), source === UNKNOWN_CAMPAIGN ? '' : source, medium ?? '', ref ?? ''],
      filters: { campaignLink: name },
    }),
    search: inAny('utmCampaign', 'utmSource', 'utmMedium', 'ref'),
  }),
  cities: list({
    path: 'cities',
    title: 'Cities',
    summary: 'Visitors by city and country',
    fields: ['cities', 'totalVisitors'],
    by: { dimensions: ['city', 'country'], metrics: ['visitors'] },
    named: z.object({ name: text, country: text }),
    name: ([name = '', country = '']) => ({ name, country }),
    column: 'City',
    detailColumn: 'Country',
    show: ({ name, country }) => ({
      name,
      icon: flag(country),
      detail: countryName(country),
      filters: { city: name, country },
    }),
    search: inPlaces,
  }),
  'entry-pages': list({
    path: 'entry-pages',
    title: 'Entry pages',
    summary: "Visitors by the path of their session's first event",
    fields: ['entryPages', 'totalVisitors'],
    by: { dimensions: ['entryPage'], metrics: ['visitors'] },
    named: z.object({ name: text.describe('Path') }),
    name: (key) => ({ name: only(key) }),
    column: 'Entry page',
    show: ({ name }) => ({ name, filters: { entryPage: name } }),
    search: inAny('entryPage'),
  }),
  'exit-links': list({
    path: 'exit-links',
    title: 'Outbound links',
    endpoint: 'Exit links',
    summary:
      'Clicks on outbound links by destination: to hosts that are neither the domain, its subdomains, nor in `allowedDomains`',
    fields: ['exitLinks', 'totalClicks'],
    by: { dimensions: ['link'], metrics: ['clicks'] },
    named: z.object({ hostname: text.describe('Empty where the host alone was longer than what is kept'), url: text }),
    name: (key) => ({ hostname: parseUrl(only(key))?.hostname ?? '', url: only(key) }),
    column: 'Link',
    fileColumns: ['Link'],
    counted: 'outbound clicks',
    show: ({ url }) => ({ name: linkName(url), cells: [url] }),
    search: inAny('link'),
  }),
  os: list({
    path: 'os',
    title: 'Operating systems',
    summary: 'Visitors by operating system',
    fields: ['operatingSystems', 'totalVisitors'],
    by: { dimensions: ['os'], metrics: ['visitors'], nameSql: ([os = sql`os`]) => osCodeSql(os) },
    named: z.object({ name: text, code: text }),
    name: (key) => ({ name: only(key), code: osCode(only(key)) }),
    column: 'Operating system',
    show: ({ name }) => ({ name, icon: brand(name), filters: { os: name } }),
  }),
  'custom-events': list({
    path: 'custom-events',
    title: 'Custom events',
    summary: 'Visitors and events by custom event',
    fields: ['customEvents', 'totalVisitors'],
    by: { dimensions: ['event'], metrics: ['visitors', 'events'], skipsMissing: true },
    named: z.object({ name: text }),
    name: (key) => ({ name: only(key) }),
    column: 'Event',
    second: { short: 'Total', long: 'Total', word: 'event' },
    counted: 'custom events',
    show: ({ name }) => ({ name, filters: { event: name } }),
    search: inAny('event'),
  }),
  languages: list({
    path: 'languages',
    title: 'Languages',
    summary: 'Visitors by browser language',
    fields: ['languages', 'totalVisitors'],
    by: { dimensions: ['language'], metrics: ['visitors'] },
    named: z.object({ code: text.describe('Language tag; und when unknown'), name: text }),
    name: (key) => ({ code: only(key), name: languageName(only(key)) }),
    column: 'Language',
    detailColumn: 'Tag',
    show: ({ name, code }) => ({ name, detail: code, filters: { language: code } }),
  }),
} as const;
