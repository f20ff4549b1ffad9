import { sql } from '../../clickhouse/sql.js';
import { unicodeHost } from '../../lib/unicode-host.js';
import type { Breakdown } from '../../stats/breakdown.js';
import type { FilterName } from '../../stats/dimensions.js';
import { campaignDetail, campaignTitle, countryName, linkName, UNKNOWN_CAMPAIGN } from '../../stats/names.js';
import { lists } from '../../stats/reports/lists.js';
import type { IconProps } from '../icons.js';
import { deviceName } from './filter-names.js';
import { channelsReader, inAny, inHosts, inPlaces, type ListReader, listReader, toBrandIcon } from './list-reader.js';
import type { View } from './view.js';
import { areOfEvents } from './view-filters.js';

/** A list of the interface: its texts and its reader. */
export interface ShownList {
  /** Its path in the interface. */
  readonly path: ListPath;
  /** Title of the whole list. */
  readonly title: string;
  /** Heading of the column of names. */
  readonly column: string;
  /** Heading of the column of details, if rows have them. */
  readonly detailColumn?: string;
  /** Headings of the cells that a file has in place of name and detail, if rows have such cells. */
  readonly fileColumns?: readonly string[];
  readonly measure: 'Visitors' | 'Clicks';
  /** The list's second metric: headings of its column, short and long, and the word for one. */
  readonly second?: { readonly short: string; readonly long: string; readonly word: string };
  /** The plural noun for its rows, used when there are none. */
  readonly counted: string;
  readonly reader: ListReader;
}

export const listPaths = [
  'referrers',
  'channels',
  'campaigns',
  'pages',
  'entry-pages',
  'exit-links',
  'countries',
  'cities',
  'languages',
  'browsers',
  'os',
  'devices',
  'custom-events',
] as const;

export type ListPath = (typeof listPaths)[number];

const ofVisitors = { counted: 'visitors', measure: 'Visitors' } as const;

const pagesReader = (breakdown: Breakdown): ListReader =>
  listReader({ ...lists.pages, breakdown }, ({ page }) => ({ name: page, filters: { page } }), inAny('page'));

const toFlag = (name: string): IconProps => ({ kind: 'country', name });

export const shownLists: Readonly<Record<ListPath, ShownList>> = {
  referrers: {
    ...ofVisitors,
    path: 'referrers',
    title: 'Referrers',
    column: 'Referrer',
    reader: listReader(
      lists.referrers,
      ({ referrer }) => ({ name: unicodeHost(referrer), icon: toBrandIcon(referrer), filters: { referrer } }),
      inHosts,
    ),
  },
  channels: {
    ...ofVisitors,
    path: 'channels',
    title: 'Channels',
    column: 'Channel',
    detailColumn: 'Source',
    reader: channelsReader,
  },
  campaigns: {
    path: 'campaigns',
    title: 'Campaigns',
    column: 'Campaign',
    detailColumn: 'Source / medium / ref',
    fileColumns: ['Campaign', 'Source', 'Medium', 'Ref'],
    measure: 'Visitors',
    counted: 'tagged visits (UTM or ref)',
    reader: listReader(
      lists.campaigns,
      ({ name, campaign, source, medium, ref }) => ({
        name: campaignTitle(campaign),
        detail: campaignDetail({ source, medium, ref }),
        cells: [campaignTitle(campaign), source === UNKNOWN_CAMPAIGN ? '' : source, medium ?? '', ref ?? ''],
        filters: { campaignLink: name },
      }),
      inAny('utmCampaign', 'utmSource', 'utmMedium', 'ref'),
    ),
  },
  pages: {
    ...ofVisitors,
    path: 'pages',
    title: 'Pages',
    column: 'Page',
    second: { short: 'Views', long: 'Pageviews', word: 'view' },
    // A page where visitors only sent custom events was not viewed.
    reader: pagesReader({ ...lists.pages.breakdown, rows: sql`pageviews > 0` }),
  },
  'entry-pages': {
    ...ofVisitors,
    path: 'entry-pages',
    title: 'Entry pages',
    column: 'Entry page',
    reader: listReader(
      lists['entry-pages'],
      ({ name }) => ({ name, filters: { entryPage: name } }),
      inAny('entryPage'),
    ),
  },
  'exit-links': {
    path: 'exit-links',
    title: 'Outbound links',
    column: 'Link',
    measure: 'Clicks',
    counted: 'outbound clicks',
    fileColumns: ['Link'],
    reader: listReader(lists['exit-links'], ({ url }) => ({ name: linkName(url), cells: [url] }), inAny('link')),
  },
  countries: {
    ...ofVisitors,
    path: 'countries',
    title: 'Countries',
    column: 'Country',
    reader: listReader(lists.countries, ({ country, countryName: name }) => ({
      name,
      icon: toFlag(country),
      filters: { country },
    })),
  },
  cities: {
    ...ofVisitors,
    path: 'cities',
    title: 'Cities',
    column: 'City',
    detailColumn: 'Country',
    reader: listReader(
      lists.cities,
      ({ name, country }) => ({
        name,
        icon: toFlag(country),
        detail: countryName(country),
        filters: { city: name, country },
      }),
      inPlaces,
    ),
  },
  languages: {
    ...ofVisitors,
    path: 'languages',
    title: 'Languages',
    column: 'Language',
    detailColumn: 'Tag',
    reader: listReader(lists.languages, ({ name, code }) => ({ name, detail: code, filters: { language: code } })),
  },
  browsers: {
    ...ofVisitors,
    path: 'browsers',
    title: 'Browsers',
    column: 'Browser',
    reader: listReader(lists.browsers, ({ browser }) => ({
      name: browser,
      icon: toBrandIcon(browser),
      filters: { browser },
    })),
  },
  os: {
    ...ofVisitors,
    path: 'os',
    title: 'Operating systems',
    column: 'Operating system',
    reader: listReader(lists.os, ({ name }) => ({ name, icon: toBrandIcon(name), filters: { os: name } })),
  },
  devices: {
    ...ofVisitors,
    path: 'devices',
    title: 'Devices',
    column: 'Device',
    reader: listReader(lists.devices, ({ device }) => ({
      name: deviceName(device),
      icon: { kind: 'device', name: device },
      filters: { device },
    })),
  },
  'custom-events': {
    path: 'custom-events',
    title: 'Custom events',
    column: 'Event',
    measure: 'Visitors',
    counted: 'custom events',
    second: { short: 'Total', long: 'Total', word: 'event' },
    reader: listReader(lists['custom-events'], ({ name }) => ({ name, filters: { event: name } }), inAny('event')),
  },
};

/** The pages of custom events, with the number of these events. */
const pagesOfEvents: ShownList = {
  ...shownLists.pages,
  second: { short: 'Events', long: 'Events', word: 'event' },
  reader: pagesReader({ ...lists.pages.breakdown, metrics: ['visitors', 'events'] }),
};

/** Returns the list of a path as a view shows it. */
export const listFor = (path: ListPath, { filters }: View): ShownList =>
  path === 'pages' && areOfEvents(filters) ? pagesOfEvents : shownLists[path];

/** The list of the values of each filter. */
export const filterLists: Readonly<Record<FilterName, ListPath>> = {
  referrer: 'referrers',
  channel: 'channels',
  campaign: 'campaigns',
  campaignLink: 'campaigns',
  page: 'pages',
  entryPage: 'entry-pages',
  country: 'countries',
  city: 'cities',
  language: 'languages',
  browser: 'browsers',
  os: 'os',
  device: 'devices',
  event: 'custom-events',
};

/** Returns the message for a list without rows. */
export const emptyText = ({ counted }: ShownList, { filters }: View): string =>
  `No ${counted} ${filters.length > 0 ? 'match these filters' : 'in this period'}.`;
