import { z } from 'zod';
import { sql } from '../clickhouse/sql.js';
import { parseUrl } from '../url.js';
import type { Breakdown } from './breakdown.js';
import { campaignName } from './campaign-name.js';
import { isClick } from './link-clicks.js';
import { countryName, languageName, osCode } from './names.js';

/** A breakdown as an endpoint: what it is called, what it groups, and how a row's key becomes its named fields. */
export interface List {
  readonly path: string;
  readonly summary: string;
  /** The names of the two fields of the answer. */
  readonly fields: readonly [items: string, total: string];
  readonly breakdown: Breakdown;
  /** The fields that name a row; its figures and its `percentage` follow them. */
  readonly named: z.ZodObject;
  readonly name: (key: readonly string[]) => Readonly<Record<string, string | null>>;
}

const text = z.string();
const data = ['data', 'total'] as const;
const byVisitors = ['visitors'] as const;
const only = ([value = '']: readonly string[]): string => value;
const orNull = (value = ''): string | null => (value === '' ? null : value);
const orUnknown = (value = ''): string => (value === '' ? 'Unknown' : value);

/** Every list of section 4.4 of the specification but `channels`, whose rows hold lists themselves. */
export const lists: readonly List[] = [
  {
    path: 'countries',
    summary: 'Visitors by country',
    fields: data,
    breakdown: { grouping: 'country', metrics: byVisitors },
    named: z.object({ country: text.describe('ISO 3166-1 alpha-2; ZZ when unknown'), countryName: text }),
    name: (key) => ({ country: only(key), countryName: countryName(only(key)) }),
  },
  {
    path: 'pages',
    summary: 'Visitors and pageviews by page',
    fields: data,
    breakdown: { grouping: 'page', metrics: ['visitors', 'pageviews'] },
    named: z.object({ page: text.describe('Path') }),
    name: (key) => ({ page: only(key) }),
  },
  {
    path: 'referrers',
    summary: 'Visitors by referrer',
    fields: data,
    breakdown: { grouping: 'referrer', metrics: byVisitors },
    named: z.object({ referrer: text }),
    name: (key) => ({ referrer: only(key) }),
  },
  {
    path: 'browsers',
    summary: 'Visitors by browser',
    fields: data,
    breakdown: { grouping: 'browser', metrics: byVisitors },
    named: z.object({ browser: text }),
    name: (key) => ({ browser: only(key) }),
  },
  {
    path: 'devices',
    summary: 'Visitors by kind of device',
    fields: data,
    breakdown: { grouping: 'device', metrics: byVisitors },
    named: z.object({ device: text }),
    name: (key) => ({ device: only(key) }),
  },
  {
    path: 'campaigns',
    summary: 'Visitors by campaign',
    fields: ['campaigns', 'totalVisitors'],
    breakdown: {
      grouping: 'campaigns',
      metrics: byVisitors,
      rows: sql`key != ['', '', '', '']`,
      nameOf: campaignName,
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
  },
  {
    path: 'cities',
    summary: 'Visitors by city',
    fields: ['cities', 'totalVisitors'],
    breakdown: { grouping: 'cities', metrics: byVisitors },
    named: z.object({ name: text, country: text }),
    name: ([name = '', country = '']) => ({ name, country }),
  },
  {
    path: 'entry-pages',
    summary: 'Visitors by entry page',
    fields: ['entryPages', 'totalVisitors'],
    breakdown: { grouping: 'entryPage', metrics: byVisitors },
    named: z.object({ name: text.describe('Path') }),
    name: (key) => ({ name: only(key) }),
  },
  {
    path: 'exit-links',
    summary: 'Clicks on outbound links by destination',
    fields: ['exitLinks', 'totalClicks'],
    breakdown: { grouping: 'link', metrics: ['clicks'], events: isClick },
    named: z.object({ hostname: text.describe('Empty where the host alone was longer than what is kept'), url: text }),
    name: (key) => ({ hostname: parseUrl(only(key))?.hostname ?? '', url: only(key) }),
  },
  {
    path: 'os',
    summary: 'Visitors by operating system',
    fields: ['operatingSystems', 'totalVisitors'],
    breakdown: { grouping: 'os', metrics: byVisitors, nameOf: (key) => osCode(only(key)) },
    named: z.object({ name: text, code: text }),
    name: (key) => ({ name: only(key), code: osCode(only(key)) }),
  },
  {
    path: 'languages',
    summary: 'Visitors by browser language',
    fields: ['languages', 'totalVisitors'],
    breakdown: { grouping: 'language', metrics: byVisitors },
    named: z.object({ code: text.describe('Language tag; und when unknown'), name: text }),
    name: (key) => ({ code: only(key), name: languageName(only(key)) }),
  },
];
