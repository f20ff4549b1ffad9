import { z } from 'zod';
import { sql } from '../../clickhouse/sql.js';
import { campaignLinkSql, encodeCampaignLink } from '../../daily-visitors/campaign-link.js';
import type { Text } from '../../lib/language/translate.js';
import { unicodeHost } from '../../lib/unicode-host.js';
import { parseUrl } from '../../lib/url.js';
import { type DimensionName, dimensions, toParts, type ViewDimension } from '../dimensions.js';
import type { Filter } from '../filters.js';
import {
  campaignDetail,
  campaignTitle,
  countryName,
  deviceName,
  languageName,
  linkName,
  nameOrUnknown,
  osCode,
  osCodeSql,
  UNKNOWN_CAMPAIGN,
} from '../names.js';
import { COUNTRIES } from '../spelling.js';
import type { Breakdown, List } from './list.js';

const VIEW_COUNT =
  '{count, plural, one {{amount}<hidden> view,</hidden>} other {{amount}<hidden> views,</hidden>}}' satisfies Text;

export const EVENT_COUNT =
  '{count, plural, one {{amount}<hidden> event,</hidden>} other {{amount}<hidden> events,</hidden>}}' satisfies Text;

const text = z.string();
const data = ['data', 'total'] as const;
const only = ([value = '']: readonly string[]): string => value;
const orNull = (value = ''): string | null => (value === '' ? null : value);
const orUnknown = (value = ''): string => (value === '' ? 'Unknown' : value);
const brand = (name: string) => ({ kind: 'brand', name }) as const;
const flag = (name: string) => ({ kind: 'country', name }) as const;

const inAny =
  (...names: readonly DimensionName[]) =>
  (part: string): Filter => ({
    or: names.map((dimension) => ({ dimension, operator: 'contains', values: toParts(dimension, part) })),
  });

/** Searches the names of cities or regions, and of their countries. */
const inPlaces =
  (place: 'city' | 'region') =>
  (part: string): Filter => {
    const countries = COUNTRIES.filter((code) => countryName(code).toLowerCase().includes(part.toLowerCase()));
    return { or: [inAny(place)(part), { dimension: 'country', operator: 'is', values: countries }] };
  };

/** Infers the fields of a list's rows. */
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
    second: { short: 'Views', long: 'Pageviews', count: VIEW_COUNT },
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
    show: ({ browser }) => ({ name: nameOrUnknown(browser), icon: brand(browser), filters: { browser } }),
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
      name: nameOrUnknown(name),
      icon: flag(country),
      detail: countryName(country),
      filters: { city: name, country },
    }),
    search: inPlaces('city'),
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
    show: ({ name }) => ({ name: nameOrUnknown(name), icon: brand(name), filters: { os: name } }),
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
    second: { short: 'Total', long: 'Total', count: EVENT_COUNT },
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

const breakdown = <Named extends object>(each: Breakdown<Named>): Breakdown<Named> => each;

type Headings = Pick<Breakdown, 'path' | 'title'>;

/** Rows without a value are left out. */
const byOne = (dimension: ViewDimension, { path, title }: Headings) =>
  breakdown({
    path,
    title,
    by: { dimensions: [dimension], metrics: ['visitors'], skipsMissing: true },
    name: (key) => ({ name: only(key) }),
    column: dimensions[dimension].label,
    show: ({ name }) => ({ name, filters: { [dimension]: name } }),
    search: inAny(dimension),
  });

const byVersion = (product: 'browser' | 'os', dimension: 'browserVersion' | 'osVersion', { path, title }: Headings) =>
  breakdown({
    path,
    title,
    by: { dimensions: [product, dimension], metrics: ['visitors'] },
    name: ([name = '', version = '']) => ({ name, version }),
    column: dimensions[dimension].label,
    show: ({ name, version }) => ({
      name: `${nameOrUnknown(name)} ${version}`.trim(),
      icon: brand(name),
      // No filter selects a product without a version.
      ...(version !== '' && { filters: { [product]: name, [dimension]: version } }),
    }),
    search: inAny(product, dimension),
  });

/** Lists of the dashboard that have no endpoint of their own. */
const moreLists = {
  regions: breakdown({
    path: 'regions',
    title: 'Regions',
    by: { dimensions: ['region', 'country'], metrics: ['visitors'] },
    name: ([name = '', country = '']) => ({ name, country }),
    column: 'Region',
    detailColumn: 'Country',
    show: ({ name, country }) => ({
      name: nameOrUnknown(orUnknown(name)),
      icon: flag(country),
      detail: countryName(country),
      // No filter selects places without a region.
      ...(name !== '' && { filters: { region: name, country } }),
    }),
    search: inPlaces('region'),
  }),
  'exit-pages': byOne('exitPage', { path: 'exit-pages', title: 'Exit pages' }),
  hostnames: byOne('hostname', { path: 'hostnames', title: 'Hostnames' }),
  screens: byOne('screen', { path: 'screens', title: 'Screens' }),
  'browser-versions': byVersion('browser', 'browserVersion', { path: 'browser-versions', title: 'Browser versions' }),
  'os-versions': byVersion('os', 'osVersion', { path: 'os-versions', title: 'OS versions' }),
  'utm-sources': byOne('utmSource', { path: 'utm-sources', title: 'UTM sources' }),
  'utm-mediums': byOne('utmMedium', { path: 'utm-mediums', title: 'UTM mediums' }),
  'utm-campaigns': byOne('utmCampaign', { path: 'utm-campaigns', title: 'UTM campaigns' }),
  'utm-contents': byOne('utmContent', { path: 'utm-contents', title: 'UTM contents' }),
  'utm-terms': byOne('utmTerm', { path: 'utm-terms', title: 'UTM terms' }),
} as const;

export const breakdowns = { ...lists, ...moreLists } as const;
