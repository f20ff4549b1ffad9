import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { COUNTRIES } from '../../http/v1/filter-values.js';
import type { DimensionName, FilterName } from '../../stats/dimensions.js';
import type { Filter } from '../../stats/filters.js';
import { countryName, UNKNOWN_CAMPAIGN } from '../../stats/names.js';
import type { StatsQuery } from '../../stats/query.js';
import { channels } from '../../stats/reports/channels.js';
import { type List, type ListAnswer, lists, readList, readListPage, readWholeList } from '../../stats/reports/lists.js';
import type { IconProps } from '../icons.js';
import { campaignName, deviceName } from './filter-names.js';
import { type ListPart, listPage, readPart, searched } from './list-part.js';
import type { ShownRow } from './shown-row.js';
import type { View } from './view.js';

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
  readonly measure: 'Visitors' | 'Clicks';
  /** The list's second metric: headings of its column, short and long, and the word for one. */
  readonly second?: { readonly short: string; readonly long: string; readonly word: string };
  /** The plural noun for its rows, used when there are none. */
  readonly counted: string;
  readonly reader: ListReader;
}

/** Reads the rows of a list, in the interface's order. */
export interface ListReader {
  first(clickhouse: ClickHouse, query: StatsQuery, limit: number): Promise<readonly ShownRow[]>;
  /** Reads a hundred rows whose name or detail contains the text, in any case. A part behind the last one is the last one. */
  part(clickhouse: ClickHouse, query: StatsQuery, search: string, part: number): Promise<ListPart>;
  /** Yields all rows whose name or detail contains the text, in batches, at least one. */
  all(clickhouse: ClickHouse, query: StatsQuery, search: string): AsyncGenerator<readonly ShownRow[]>;
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

/** Returns the display name of a row. */
type Naming<Named extends object> = (named: Named) => Pick<ShownRow, 'name' | 'icon' | 'detail' | 'filters'>;

/** Lists of codes whose names only this program knows are short, and are searched in memory. */
const MAX_CODES = 10_000;

/**
 * Returns a reader for a list of the interface, which names its rows.
 *
 * @param search returns a filter that finds a text in ClickHouse; without it, the names are searched in memory
 */
function listReader<Named extends object>(
  list: List<Named>,
  naming: Naming<Named>,
  search?: (text: string) => Filter,
): ListReader {
  const [measured, second] = list.breakdown.metrics;
  const shown = ({ rows }: ListAnswer<Named>) =>
    rows.map(({ named, figures, percentage }) => ({
      ...naming(named),
      value: figures[measured],
      ...(second !== undefined && { second: figures[second] }),
      percentage,
    }));
  const first: ListReader['first'] = async (clickhouse, query, limit) =>
    shown(await readList(clickhouse, query, list, limit));
  const found = (text: string) => (text === '' || search === undefined ? {} : { search: search(text) });
  return {
    first,
    part: async (clickhouse, query, text, part) => {
      if (text !== '' && search === undefined) {
        return listPage(searched(await first(clickhouse, query, MAX_CODES), text), part);
      }
      return readPart(part, async (limit, offset) => {
        const page = await readListPage(clickhouse, query, list, { ...found(text), limit, offset });
        return { rows: shown(page), found: page.found };
      });
    },
    async *all(clickhouse, query, text) {
      for await (const batch of readWholeList(clickhouse, query, list, found(text))) {
        yield search === undefined ? searched(shown(batch), text) : shown(batch);
      }
    },
  };
}

/** Returns a filter that finds a text in any of the dimensions. */
const inAny =
  (...names: readonly DimensionName[]) =>
  (text: string): Filter => ({
    or: names.map((dimension) => ({ dimension, operator: 'contains', values: [text] })),
  });

/** Returns a filter that finds a text in the names of cities and of their countries. */
const inPlaces = (text: string): Filter => {
  const isNamed = (code: string) => countryName(code).toLowerCase().includes(text.toLowerCase());
  const countries = COUNTRIES.filter(isNamed);
  return { or: [inAny('city')(text), { dimension: 'country', operator: 'is', values: countries }] };
};

/** Reads all channels at once, because they are few. */
const channelsReader: ListReader = {
  first: readChannels,
  part: async (clickhouse, query, text, part) => listPage(searched(await readChannels(clickhouse, query), text), part),
  async *all(clickhouse, query, text) {
    yield searched(await readChannels(clickhouse, query), text);
  },
};

const ofVisitors = { counted: 'visitors', measure: 'Visitors' } as const;

const toBrandIcon = (name: string): IconProps => ({ kind: 'brand', name });
const toFlag = (name: string): IconProps => ({ kind: 'country', name });

/** Returns an exit link without its `https://`. */
export const linkName = (url: string): string => url.replace(/^https:\/\//, '');

export const shownLists: Readonly<Record<ListPath, ShownList>> = {
  referrers: {
    ...ofVisitors,
    path: 'referrers',
    title: 'Referrers',
    column: 'Referrer',
    reader: listReader(
      lists.referrers,
      ({ referrer }) => ({ name: referrer, icon: toBrandIcon(referrer), filters: { referrer } }),
      inAny('referrer'),
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
    detailColumn: 'Source / medium',
    measure: 'Visitors',
    counted: 'tagged visits (UTM or ref)',
    reader: listReader(
      lists.campaigns,
      ({ campaign, source, medium }) => ({
        name: campaignName(campaign),
        detail: [source, medium ?? ''].filter((text) => text !== '' && text !== UNKNOWN_CAMPAIGN).join(' / '),
        filters: { campaign },
      }),
      inAny('utmCampaign', 'utmSource', 'utmMedium'),
    ),
  },
  pages: {
    ...ofVisitors,
    path: 'pages',
    title: 'Pages',
    column: 'Page',
    second: { short: 'Views', long: 'Pageviews', word: 'view' },
    reader: listReader(lists.pages, ({ page }) => ({ name: page, filters: { page } }), inAny('page')),
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
    reader: listReader(lists['exit-links'], ({ url }) => ({ name: linkName(url) }), inAny('link')),
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

/** The list of the values of each filter. */
export const filterLists: Readonly<Record<FilterName, ListPath>> = {
  referrer: 'referrers',
  channel: 'channels',
  campaign: 'campaigns',
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

async function readChannels(clickhouse: ClickHouse, query: StatsQuery): Promise<readonly ShownRow[]> {
  const answer = await channels(clickhouse, query);
  return answer.channels.map(({ name, visitors, percentage, topSources }) => ({
    name,
    value: visitors,
    percentage,
    filters: { channel: name },
    sources: topSources.map((source) => ({
      name: source.source,
      icon: toBrandIcon(source.source),
      value: source.visitors,
      percentage: source.percentage,
      filters: { channel: name, referrer: source.source },
    })),
  }));
}
