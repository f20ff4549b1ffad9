import { type Text, t } from '../../../lib/language/translate.js';
import { findDimension } from '../../../stats/dimensions.js';
import { metrics } from '../../../stats/metrics.js';
import type { Breakdown, ShownName } from '../../../stats/reports/list.js';
import { breakdowns, EVENT_COUNT, lists } from '../../../stats/reports/lists.js';
import { type GoalColumns, goalColumns } from './goal-columns.js';
import { channelsReader, type ListReader, listReader } from './list-reader.js';
import type { PageContext } from './page-context.js';
import { isFiltered, type View } from './view.js';
import { isOfEvents } from './view-filters.js';

/** A list with its texts and its reader. */
export interface ShownList
  extends Pick<Breakdown, 'by' | 'search' | 'title' | 'column' | 'detailColumn' | 'fileColumns' | 'second'> {
  readonly path: ListPath;
  /** Heading of the column of its measure. */
  readonly measure: Text;
  /** Whether its rows have visits, with a bounce rate and a duration. */
  readonly hasVisits: boolean;
  readonly reader: ListReader;
  /** Reads more metrics, or another order. */
  readonly readerBy: (more: Pick<Breakdown['by'], 'metrics' | 'order'>) => ListReader;
  /** Whether rows have conversions, and their rate and change. */
  readonly isOfGoal?: boolean;
  /** Whether a conversion counts in each row of its visit, since a visit has several pages. */
  readonly repeatsConversions?: boolean;
}

export type ListPath = keyof typeof breakdowns | 'channels';

const shown = <Named extends object>(list: Breakdown<Named>): ShownList => ({
  ...list,
  path: list.path as ListPath,
  measure: metrics[list.by.metrics[0] as keyof typeof metrics].label,
  hasVisits: isOfSessions(list),
  reader: listReader(list),
  readerBy: (more) => listReader({ ...list, by: { ...list.by, ...more } }),
});

/** A session is in the rows of all its pages, which take long to count for a large website. */
const isOfSessions = ({ by: { dimensions = [] } }: Breakdown): boolean =>
  dimensions.every((name) => findDimension(name).of === 'session');

export const shownLists: Readonly<Record<ListPath, ShownList>> = {
  ...(Object.fromEntries(Object.values<Breakdown>(breakdowns).map((list) => [list.path, shown(list)])) as Record<
    Exclude<ListPath, 'channels'>,
    ShownList
  >),
  channels: {
    path: 'channels',
    title: 'Channels',
    column: 'Channel',
    detailColumn: 'Source',
    by: { dimensions: ['channel'], metrics: ['visitors'] },
    measure: 'Visitors',
    hasVisits: true,
    reader: channelsReader(),
    readerBy: channelsReader,
  },
  // A page where visitors only sent custom events was not viewed.
  pages: shown({ ...lists.pages, by: { ...lists.pages.by, having: 'pageviews' } }),
};

/** Of the link to the whole list, and of the field that searches it. */
export const listTexts: Readonly<Record<ListPath, { readonly all: Text; readonly search: Text }>> = {
  referrers: { all: 'All referrers', search: 'Search referrers' },
  channels: { all: 'All channels', search: 'Search channels' },
  campaigns: { all: 'All campaigns', search: 'Search campaigns' },
  'utm-sources': { all: 'All UTM sources', search: 'Search UTM sources' },
  'utm-mediums': { all: 'All UTM mediums', search: 'Search UTM mediums' },
  'utm-campaigns': { all: 'All UTM campaigns', search: 'Search UTM campaigns' },
  'utm-contents': { all: 'All UTM contents', search: 'Search UTM contents' },
  'utm-terms': { all: 'All UTM terms', search: 'Search UTM terms' },
  pages: { all: 'All pages', search: 'Search pages' },
  'entry-pages': { all: 'All entry pages', search: 'Search entry pages' },
  'exit-pages': { all: 'All exit pages', search: 'Search exit pages' },
  'exit-links': { all: 'All outbound links', search: 'Search outbound links' },
  hostnames: { all: 'All hostnames', search: 'Search hostnames' },
  countries: { all: 'All countries', search: 'Search countries' },
  regions: { all: 'All regions', search: 'Search regions' },
  cities: { all: 'All cities', search: 'Search cities' },
  languages: { all: 'All languages', search: 'Search languages' },
  browsers: { all: 'All browsers', search: 'Search browsers' },
  os: { all: 'All operating systems', search: 'Search operating systems' },
  devices: { all: 'All devices', search: 'Search devices' },
  screens: { all: 'All screens', search: 'Search screens' },
  'browser-versions': { all: 'All browser versions', search: 'Search browser versions' },
  'os-versions': { all: 'All OS versions', search: 'Search OS versions' },
  'custom-events': { all: 'All custom events', search: 'Search custom events' },
};

export const listPaths = Object.keys(shownLists) as readonly ListPath[];

/** Counts these events. */
const pagesOfEvents = shown({
  ...lists.pages,
  second: { short: 'Events', long: 'Events', count: EVENT_COUNT },
  by: { ...lists.pages.by, metrics: ['visitors', 'events'] },
});

/** Depends on the filters of the view, and on its goal. */
export function listFor(
  path: ListPath,
  shown: Pick<PageContext, 'conditions' | 'segment' | 'goal' | 'comparison'>,
): ShownList {
  const columns = goalColumns(shown);
  if (columns !== undefined) return listOfGoal(path, columns);
  return path === 'pages' && isOfEvents(shown) ? pagesOfEvents : shownLists[path];
}

function listOfGoal(path: ListPath, columns: GoalColumns): ShownList {
  const { second: _, ...common } = shownLists[path];
  const ofGoal = { isOfGoal: true, measure: 'Visitors' } as const;
  if (path === 'channels') {
    const readerBy = (more: Partial<Breakdown['by']>) => channelsReader({ ...columns, ...more });
    return { ...common, ...ofGoal, by: { ...common.by, ...columns }, reader: readerBy({}), readerBy };
  }
  const list: Breakdown = breakdowns[path];
  const by = { ...list.by, ...columns };
  const repeats = (by.dimensions ?? []).some((name) => findDimension(name).of === 'event');
  const named = { ...list, ...(repeats && { show: (row: object) => withoutFilters(list.show(row)) }) };
  const readerBy = (more: Partial<Breakdown['by']>) => listReader({ ...named, by: { ...by, ...more } });
  return { ...common, ...ofGoal, by, repeatsConversions: repeats, reader: readerBy({}), readerBy };
}

/** Filtered by a page, only conversions on this page would count, but its row has those of its visits. */
const withoutFilters = ({ filters: _, ...name }: ShownName): ShownName => name;

/** Of a list without rows. */
interface EmptyTexts {
  readonly filtered: Text;
  readonly unfiltered: Text;
}

const NO_VISITORS: EmptyTexts = {
  filtered: 'No visitors match these filters.',
  unfiltered: 'No visitors in this period.',
};

/** Of lists that do not have all visitors. */
const emptyTexts: Readonly<Partial<Record<ListPath, EmptyTexts>>> = {
  campaigns: {
    filtered: 'No tagged visits (UTM or ref) match these filters.',
    unfiltered: 'No tagged visits (UTM or ref) in this period.',
  },
  'exit-links': {
    filtered: 'No outbound clicks match these filters.',
    unfiltered: 'No outbound clicks in this period.',
  },
  'custom-events': {
    filtered: 'No custom events match these filters.',
    unfiltered: 'No custom events in this period.',
  },
};

/** For a list without rows. */
export function emptyText({ path }: ShownList, view: View): string {
  const { filtered, unfiltered } = emptyTexts[path] ?? NO_VISITORS;
  return t(isFiltered(view) ? filtered : unfiltered);
}
