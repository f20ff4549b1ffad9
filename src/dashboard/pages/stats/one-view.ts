import { toGoals, toSegments } from '../../../definitions/saved-filters.js';
import { invalid } from '../../../lib/errors.js';
import { t } from '../../../lib/language/translate.js';
import type { ListPath } from '../../../stats/reports/lists.js';
import { PROPERTIES } from '../../../stats/reports/property-list.js';
import type { OneView } from '../../../websites/shared-links.js';
import type { Place } from '../../access/place.js';
import { filterWords } from './filter-words.js';
import { type PanelName, panelNames, panels, readView, type Tab, type View } from './view.js';

/** Panels of the dashboard, or those of a link to one view. */
export const shownPanels = ({ oneView }: Place): readonly PanelName[] =>
  oneView === undefined ? panelNames : panelNames.filter((name) => oneView.panels.includes(name));

/** A shared link has the values of properties, but no whole lists of them. */
export const mayShowList = (place: Place, list: ListPath | typeof PROPERTIES): boolean =>
  list === PROPERTIES
    ? place.own
    : shownPanels(place).some((name) => panels[name].tabs.some((tab: Tab) => tab === list));

/** What changed has rows of every panel. */
export const mayExplain = (place: Place): boolean => shownPanels(place).length === panelNames.length;

/**
 * What the link kept of the website's definitions.
 *
 * @throws AppError `invalid` for filters that are too many, or too deep
 */
export function readOneView({ filters, goals: kept }: Pick<OneView, 'filters' | 'goals'>) {
  const goals = toGoals(kept.map((goal) => ({ ...goal })));
  if (Array.isArray(filters) && filters.length === 0) return { goals, viewFilter: undefined };
  const [viewFilter] = toSegments([{ id: '', name: filterWords(filters, goals), filters }], goals);
  if (viewFilter === undefined) throw invalid(t('The filters of this view are too many, or too deeply nested'));
  return { goals, viewFilter };
}

/** The view that an address selects, as far as readers of the link may choose. The link's filters are no part of it. */
export function toChosenView({ oneView }: Place, chosen: View): View {
  if (oneView === undefined) return chosen;
  const { view } = readView(new URLSearchParams(oneView.view));
  const { goal, range, comparison } = view;
  return { ...chosen, goal, segment: undefined, filters: [], ...(oneView.keepsDates && { range, comparison }) };
}
