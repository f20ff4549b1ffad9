import { findDimension } from '../../../stats/dimensions.js';
import { findMetric } from '../../../stats/metrics.js';
import type { List, ShownName } from '../../../stats/reports/list.js';
import { lists } from '../../../stats/reports/lists.js';
import { type GoalColumns, goalColumns } from './goal-columns.js';
import { channelsReader, type ListReader, listReader } from './list-reader.js';
import type { PageContext } from './page-context.js';
import type { View } from './view.js';
import { areOfEvents } from './view-filters.js';

/** A list of the API, with its texts and its reader. */
export interface ShownList
  extends Pick<List, 'title' | 'column' | 'detailColumn' | 'fileColumns' | 'second' | 'counted'> {
  readonly path: ListPath;
  /** Heading of the column of its first metric. */
  readonly measure: string;
  readonly reader: ListReader;
  /** Whether rows have conversions, and their rate and change. */
  readonly isOfGoal?: boolean;
  /** Whether a conversion counts in each row of its visit, since a visit has several pages. */
  readonly repeatsConversions?: boolean;
}

export type ListPath = keyof typeof lists | 'channels';

const shown = <Named extends object>(list: List<Named>): ShownList => ({
  ...list,
  path: list.path as ListPath,
  measure: findMetric(list.by.metrics[0]).label,
  reader: listReader(list),
});

export const shownLists: Readonly<Record<ListPath, ShownList>> = {
  ...(Object.fromEntries(Object.values<List>(lists).map((list) => [list.path, shown(list)])) as Record<
    Exclude<ListPath, 'channels'>,
    ShownList
  >),
  channels: {
    path: 'channels',
    title: 'Channels',
    column: 'Channel',
    detailColumn: 'Source',
    measure: 'Visitors',
    reader: channelsReader(),
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
  { view, goal, range }: Pick<PageContext, 'view' | 'goal' | 'range'>,
): ShownList {
  const columns = goalColumns({ goal, range });
  if (columns !== undefined) return listOfGoal(path, columns);
  return path === 'pages' && areOfEvents(view.filters) ? pagesOfEvents : shownLists[path];
}

function listOfGoal(path: ListPath, columns: GoalColumns): ShownList {
  const { second: _, ...common } = shownLists[path];
  if (path === 'channels') return { ...common, isOfGoal: true, reader: channelsReader(columns) };
  const list: List = lists[path];
  const by = { ...list.by, ...columns };
  const repeats = (by.dimensions ?? []).some((name) => findDimension(name).of === 'event');
  return {
    ...common,
    isOfGoal: true,
    repeatsConversions: repeats,
    measure: 'Visitors',
    reader: listReader({ ...list, by, ...(repeats && { show: (named) => withoutFilters(list.show(named)) }) }),
  };
}

/** Filtered by a page, only conversions on this page would count, but its row has those of its visits. */
const withoutFilters = ({ filters: _, ...name }: ShownName): ShownName => name;

/** For a list without rows. */
export const emptyText = ({ counted = 'visitors' }: ShownList, { filters }: View): string =>
  `No ${counted} ${filters.length > 0 ? 'match these filters' : 'in this period'}.`;
