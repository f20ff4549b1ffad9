import { findDimension } from '../../../stats/dimensions.js';
import { findMetric } from '../../../stats/metrics.js';
import type { Breakdown, ShownName } from '../../../stats/reports/list.js';
import { breakdowns, lists } from '../../../stats/reports/lists.js';
import { type GoalColumns, goalColumns } from './goal-columns.js';
import { channelsReader, type ListReader, listReader } from './list-reader.js';
import type { PageContext } from './page-context.js';
import { isFiltered, type View } from './view.js';
import { isOfEvents } from './view-filters.js';

/** A list with its texts and its reader. */
export interface ShownList
  extends Pick<
    Breakdown,
    'by' | 'search' | 'title' | 'column' | 'detailColumn' | 'fileColumns' | 'second' | 'counted'
  > {
  readonly path: ListPath;
  /** Heading of the column of its measure. */
  readonly measure: string;
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
  measure: findMetric(list.by.metrics[0]).label,
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

export const listPaths = Object.keys(shownLists) as readonly ListPath[];

/** Counts these events. */
const pagesOfEvents = shown({
  ...lists.pages,
  second: { short: 'Events', long: 'Events', word: 'event' },
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

/** For a list without rows. */
export const emptyText = ({ counted = 'visitors' }: ShownList, view: View): string =>
  `No ${counted} ${isFiltered(view) ? 'match these filters' : 'in this period'}.`;
