import { type Text, t } from '../../../lib/language/translate.js';
import type { List, ShownName } from '../../../stats/reports/list.js';
import { EVENT_COUNT, type ListPath, lists } from '../../../stats/reports/lists.js';
import { type GoalColumns, goalColumns, repeatsConversions } from './goal-columns.js';
import type { PageContext } from './page-context.js';
import { isFiltered, type View } from './view.js';
import { isOfEvents } from './view-filters.js';

/** Those of the API, but for pages: one where visitors only sent custom events was not viewed. */
export const shownLists: Readonly<Record<ListPath, List>> = {
  ...lists,
  pages: { ...lists.pages, by: { ...lists.pages.by, having: 'pageviews' } },
};

export const listPaths = Object.keys(shownLists) as readonly ListPath[];

/** Counts these events. */
const pagesOfEvents: List = {
  ...lists.pages,
  second: { short: 'Events', long: 'Events', count: EVENT_COUNT },
  by: { ...lists.pages.by, metrics: ['visitors', 'events'] },
};

/** Depends on the filters of the view, and on its goal. */
export function listFor(
  path: ListPath,
  shown: Pick<PageContext, 'conditions' | 'segment' | 'goal' | 'comparison'>,
): List {
  const columns = goalColumns(shown);
  if (columns !== undefined) return listOfGoal(lists[path], columns);
  return path === 'pages' && isOfEvents(shown) ? pagesOfEvents : shownLists[path];
}

function listOfGoal(list: List, columns: GoalColumns): List {
  const ofGoal = { ...list, by: { ...list.by, ...columns } };
  return repeatsConversions(ofGoal) ? { ...ofGoal, show: (key) => withoutFilters(list.show(key)) } : ofGoal;
}

/** Filtered by a page, only conversions on this page would count, but its row has those of its visits. */
const withoutFilters = ({ filters: _, ...name }: ShownName): ShownName => name;

const NO_VISITORS = {
  filtered: 'No visitors match these filters.',
  unfiltered: 'No visitors in this period.',
} as const satisfies Record<string, Text>;

/** For a list without rows. */
export function emptyText({ empty: { filtered, unfiltered } = NO_VISITORS }: List, view: View): string {
  return t(isFiltered(view) ? filtered : unfiltered);
}
