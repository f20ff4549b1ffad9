import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { channels } from '../../stats/endpoints/channels.js';
import { list } from '../../stats/endpoints/list.js';
import { lists } from '../../stats/lists.js';
import { countryName } from '../../stats/names.js';
import type { Filters, Question } from '../../stats/question.js';
import type { View } from './view.js';

/** A row of a list as a person reads it. */
export interface ShownRow {
  readonly name: string;
  /** What tells it from rows of the same name. */
  readonly detail?: string;
  /** What choosing it filters by; a row without can only be read. */
  readonly filters?: Filters;
  /** Visitors, or clicks. */
  readonly value: number;
  readonly pageviews?: number;
  /** 0 to 100. */
  readonly percentage: number;
  readonly sources?: readonly ShownRow[];
}

/** How a list of the interface is called and read. */
export interface ShownList {
  /** Its path in the interface. */
  readonly path: ListPath;
  /** Of all of it. */
  readonly title: string;
  /** Of one row. */
  readonly column: string;
  /** Of a row's detail, where rows have one. */
  readonly detailColumn?: string;
  readonly measure: 'Visitors' | 'Clicks';
  /** What its rows are made of, as it is called where there is none. */
  readonly counted: string;
  /** How an item of the interface is named. */
  readonly named: (item: Item) => Pick<ShownRow, 'name' | 'detail' | 'filters'>;
}

type Item = Readonly<Record<string, string>>;

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
] as const;

export type ListPath = (typeof listPaths)[number];

/** Rows of the interface hold these texts; what is missing is no text. */
const of = (item: Item, field: string): string => item[field] ?? '';

const byField = (field: string, filter: keyof Filters) => (item: Item) => ({
  name: of(item, field),
  filters: { [filter]: of(item, field) },
});

const visitors = (path: ListPath, title: string, column: string, named: ShownList['named']) => ({
  path,
  title,
  column,
  named,
  counted: 'visitors',
  measure: 'Visitors' as const,
});

export const shownLists: Readonly<Record<ListPath, ShownList>> = {
  referrers: visitors('referrers', 'Referrers', 'Referrer', byField('referrer', 'referrer')),
  channels: {
    ...visitors('channels', 'Channels', 'Channel', byField('name', 'channel')),
    detailColumn: 'Source',
  },
  campaigns: {
    ...visitors('campaigns', 'Campaigns', 'Campaign', (item) => ({
      name: of(item, 'campaign'),
      detail: [of(item, 'source'), of(item, 'medium')].filter((text) => text !== '' && text !== 'Unknown').join(' / '),
      filters: { campaign: of(item, 'campaign') },
    })),
    detailColumn: 'Source / medium',
    counted: 'visits by links with utm_source, utm_medium, utm_campaign or ref',
  },
  pages: visitors('pages', 'Pages', 'Page', byField('page', 'page')),
  'entry-pages': visitors('entry-pages', 'Entry pages', 'Entry page', byField('name', 'entryPage')),
  'exit-links': {
    path: 'exit-links',
    title: 'Exit links',
    column: 'Link',
    measure: 'Clicks',
    counted: 'clicks on links to other sites',
    named: (item) => ({ name: of(item, 'url').replace(/^https:\/\//, '') }),
  },
  countries: visitors('countries', 'Countries', 'Country', (item) => ({
    name: of(item, 'countryName'),
    filters: { country: of(item, 'country') },
  })),
  cities: {
    ...visitors('cities', 'Cities', 'City', (item) => ({
      name: of(item, 'name'),
      detail: countryName(of(item, 'country')),
      filters: { city: of(item, 'name'), country: of(item, 'country') },
    })),
    detailColumn: 'Country',
  },
  languages: {
    ...visitors('languages', 'Languages', 'Language', (item) => ({
      name: of(item, 'name'),
      detail: of(item, 'code'),
      filters: { language: of(item, 'code') },
    })),
    detailColumn: 'Tag',
  },
  browsers: visitors('browsers', 'Browsers', 'Browser', byField('browser', 'browser')),
  os: visitors('os', 'Systems', 'System', byField('name', 'os')),
  devices: visitors('devices', 'Devices', 'Device', (item) => ({
    name: capital(of(item, 'device')),
    filters: { device: of(item, 'device') },
  })),
};

/** What is said where a list has no row. */
export const emptyText = ({ counted }: ShownList, { filters }: View): string =>
  `No ${counted} in this range${Object.keys(filters).length > 0 ? ' fit the filters' : ''}.`;

/** The rows of a list, as the interface orders them; `limit` of them, or all. Channels are always all. */
export async function readRows(
  clickhouse: ClickHouse,
  question: Question,
  path: ListPath,
  limit: number | undefined,
): Promise<readonly ShownRow[]> {
  if (path === 'channels') return readChannels(clickhouse, question);
  const asked = lists.find((each) => each.path === path);
  if (asked === undefined) throw new Error(`the interface has no list ${path}`);
  const answer = await list(clickhouse, question, asked, limit);
  const items = answer[asked.fields[0]] as readonly Readonly<Record<string, string | number>>[];
  return items.map((item) => ({
    ...shownLists[path].named(item as Item),
    value: Number(item[asked.breakdown.metrics[0]]),
    ...('pageviews' in item && { pageviews: Number(item.pageviews) }),
    percentage: Number(item.percentage),
  }));
}

async function readChannels(clickhouse: ClickHouse, question: Question): Promise<readonly ShownRow[]> {
  const answer = await channels(clickhouse, question);
  return answer.channels.map(({ name, visitors, percentage, topSources }) => ({
    name,
    value: visitors,
    percentage,
    filters: { channel: name },
    sources: topSources.map((source) => ({
      name: source.source,
      value: source.visitors,
      percentage: source.percentage,
      filters: { channel: name, referrer: source.source },
    })),
  }));
}

const capital = (text: string): string => (text === 'tv' ? 'TV' : text.charAt(0).toUpperCase() + text.slice(1));
