import { isDeepStrictEqual } from 'node:util';
import type { Services } from '../../../http/services.js';
import { type Text, t } from '../../../lib/language/translate.js';
import { viewDimensions } from '../../../stats/dimensions.js';
import { resolveSaved } from '../../../stats/filter-values.js';
import type { SavedFilter } from '../../../stats/filters.js';
import { isRowDimension } from '../../../stats/rows/parse-filter.js';
import { COUNTRIES } from '../../../stats/spelling.js';
import { localDate, type RangeMoment } from '../../../time/index.js';
import type { Website } from '../../../websites/website.js';
import type { Place } from '../../access/place.js';
import type { Interval } from '../../ui/dates.js';
import { defaultMetric, metricsFor } from './chart-metrics.js';
import { ALL_VISITORS, compareSegment, DEFAULT_COMPARISON, showComparison } from './comparison-choice.js';
import { filterText, filterValue } from './filter-names.js';
import { intervalNotice } from './interval-notice.js';
import { toConditions } from './named-conditions.js';
import { toChosenView } from './one-view.js';
import type { PageContext } from './page-context.js';
import { applyTypedFilter, resolveViewFilters } from './parse-filter-input.js';
import { type ShownRange, showRange, sinceFirstEvent } from './range-choice.js';
import { chooseInterval } from './read-chart.js';
import { otherConditions } from './suggest-part.js';
import { defaultView, readView, type View } from './view.js';
import {
  type FilterDimension,
  filterKey,
  filterOperators,
  isPartial,
  isProperty,
  type ViewFilter,
} from './view-filter.js';
import {
  addFilter,
  alternatives,
  isFilterValue,
  leaveOut,
  MAX_FILTER_VALUES,
  readAlternative,
  requireLoneAlternative,
  withoutAlternative,
} from './view-filters.js';

/** Besides the address, a page context depends on these. */
export interface PageSubject {
  readonly website: Website;
  readonly place: Place;
  readonly now: number;
  /** Epoch milliseconds of the website's first event; undefined without events. */
  readonly firstEvent?: number | undefined;
  readonly goals?: readonly SavedFilter[];
  readonly segments?: readonly SavedFilter[];
  /** Of a link to one view alone. It applies in the place of a segment. */
  readonly viewFilter?: SavedFilter | undefined;
}

const NO_PROPERTIES: Text = 'Shared dashboards have no filters by property.';

const NO_ALTERNATIVES: Text = 'Filters joined by “or” with a filter by property were left out, too.';

const NO_FILTERS: Text = 'This shared view cannot be filtered.';

/** Every address has a page context. */
export function shownBy(parameters: URLSearchParams, subject: PageSubject): PageContext {
  const { website, place, now, firstEvent, goals = [], segments = [], viewFilter } = subject;
  const { view: asked, notices: unknown } = readView(parameters);
  const read = toChosenView(place, asked);
  const goal = goals.find(({ id }) => id === read.goal);
  const segment = viewFilter ?? segments.find(({ id }) => id === read.segment);
  const otherId = read.comparison.mode === 'segment' ? read.comparison.segment : undefined;
  const other = (place.own ? [ALL_VISITORS, ...segments] : []).find(({ id }) => id === otherId);
  const filters = leaveOut(read.filters, ({ dimension }) => !mayFilterBy(place, dimension));
  const left = [
    ...(read.goal === goal?.id ? [] : [t('This goal no longer exists. Showing all visitors.')]),
    ...([read.segment, otherId].every((id) => id === undefined || id === segment?.id || id === other?.id)
      ? []
      : [goneSegment(place)]),
    ...(filters.length === read.filters.length ? [] : [t(NO_PROPERTIES)]),
    ...(alternatives(read.filters).length === alternatives(filters).length ? [] : [t(NO_ALTERNATIVES)]),
  ];
  const chosen = {
    ...read,
    // A segment is not compared with itself.
    ...((otherId !== other?.id || otherId === (segment?.id ?? ALL_VISITORS.id)) && { comparison: DEFAULT_COMPARISON }),
    goal: goal?.id,
    segment: viewFilter ? undefined : segment?.id,
    filters,
  };
  const metrics = metricsFor({ place, goal, segment, conditions: filters });
  const metric = metrics.includes(read.metric) ? read.metric : defaultMetric(chosen);
  const secondMetric = metrics.find((each) => each === read.secondMetric && each !== metric);
  const view = { ...chosen, metric, secondMetric };
  const { timezone } = website;
  const today = localDate(now, timezone);
  const edited = view.filters.find((filter) => filterKey(filter) === parameters.get('edit'));
  const moment = { now, zone: timezone, firstEvent };
  const common = { website, place, today, edited, firstEvent, goals, goal, segments, segment, properties: [] };
  const within = showWithin(view, moment, other);
  const notices = [...unknown, ...left, ...within.notices];
  const shown = { ...common, ...within, conditions: view.filters };
  return { ...shown, notices: [...notices, ...intervalNotices(view.interval, shown.chartRange)] };
}

/** A shared link lists the values of properties, but does not filter by them. A link to one view filters by nothing. */
export const mayFilterBy = ({ own, oneView }: Place, dimension: FilterDimension): boolean =>
  own || (oneView === undefined && !isProperty(dimension));

/** Shared links have no segments: their names are the owner's, and they may select by what the link does not show. */
const goneSegment = ({ own }: Place): string =>
  own
    ? t('This segment, or a goal that it uses, no longer exists, so it was left out.')
    : t('Shared dashboards have no segments: the one in the link was left out.');

/** With defaults for ranges that are too long for a query. */
function showWithin(view: View, moment: RangeMoment, compared: SavedFilter | undefined) {
  const own = showRange(view.range, moment);
  const range = own ?? showRange(defaultView.range, moment)!;
  const comparison = (() => {
    if (view.comparison.mode !== 'segment') return showComparison(view.comparison, range, moment);
    return compared && compareSegment(compared, range);
  })();
  const isTooLong = comparison === undefined && view.comparison.mode !== 'none';
  return {
    view: {
      ...view,
      ...(own === undefined && { range: defaultView.range }),
      ...(isTooLong && { comparison: DEFAULT_COMPARISON }),
    },
    range,
    chartRange: sinceFirstEvent(range, moment),
    comparison: isTooLong ? showComparison(DEFAULT_COMPARISON, range, moment) : comparison,
    notices: [
      ...(own === undefined ? [t('A date range can be at most 10 years long. Showing the last 30 days.')] : []),
      ...(isTooLong ? [t('A comparison can be at most 10 years long. Comparing with the previous period.')] : []),
    ],
  };
}

function intervalNotices(chosen: Interval | undefined, range: ShownRange): readonly string[] {
  const interval = chooseInterval(chosen, range);
  return chosen === undefined || chosen === interval ? [] : [intervalNotice(chosen, interval)];
}

export interface Redirect {
  readonly view: View;
  /** Key of a filter that differs from what was typed. */
  readonly changed?: string;
}

/**
 * Resolves filters to stored values. Returns the page context, and the view to redirect to when it has a typed filter,
 * or filters in another spelling.
 */
export async function readShown(
  { clickhouse }: Pick<Services, 'clickhouse'>,
  parameters: URLSearchParams,
  address: PageContext,
): Promise<{ readonly shown: PageContext; readonly redirect: Redirect | undefined }> {
  const resolve = (saved: SavedFilter | undefined) => saved && resolveSaved(clickhouse, address.website.id, saved);
  const [filters, goal, segment, compared] = await Promise.all([
    resolveViewFilters(clickhouse, address.website.id, address.view.filters),
    resolve(address.goal),
    resolve(address.segment),
    resolve(address.comparison?.segment),
  ]);
  const isSame = isDeepStrictEqual(filters, address.view.filters);
  const view = isSame ? address.view : { ...address.view, filters };
  const conditions = await toConditions(clickhouse, address, filters);
  const notices = [...address.notices, ...filterNotices(filters, parameters)];
  const comparison = address.comparison && { ...address.comparison, segment: compared };
  const shown = { ...address, view, conditions, goal, segment, comparison, notices };
  const typed = readTypedFilter(parameters);
  if (typed === undefined) return { shown, redirect: isSame ? undefined : { view } };
  if (!mayFilterBy(address.place, typed.dimension)) {
    const refused = address.place.oneView === undefined ? NO_PROPERTIES : NO_FILTERS;
    return { shown: { ...shown, notices: [...notices, t(refused)] }, redirect: undefined };
  }
  const within = { ...shown, conditions: otherConditions(shown, typed) };
  const { filter, isChanged } = await applyTypedFilter(clickhouse, within, typed);
  const added = requireLoneAlternative(addFilter(filters, filter));
  const redirect = { view: { ...view, filters: added } };
  if (!isChanged) return { shown, redirect };
  const changed = filterKey(alternatives(added).length === 0 ? withoutAlternative(filter) : filter);
  return { shown, redirect: { ...redirect, changed } };
}

/** Reports a filter that differs from what was typed, and unknown countries. */
function filterNotices(filters: readonly ViewFilter[], parameters: URLSearchParams): readonly string[] {
  return filters.flatMap((filter) => {
    const { dimension, operator, values } = filter;
    const changed =
      filterKey(filter) !== parameters.get('changed')
        ? []
        : [
            isPartial(operator)
              ? t('No exact match. The filter is now “{filter}”.', { filter: filterText(filter) })
              : t('The filter was completed to “{filter}”.', { filter: filterText(filter) }),
          ];
    const unknown =
      dimension === 'country' && !isPartial(operator) ? values.filter((code) => !COUNTRIES.includes(code)) : [];
    const unknownTexts = unknown.map((code) =>
      t('Unknown country “{country}”.', { country: filterValue(dimension, code) }),
    );
    return [...changed, ...unknownTexts];
  });
}

/** Undefined for other names. */
export const readDimension = (name: string): FilterDimension | undefined =>
  isProperty(name) && isRowDimension(name) ? name : viewDimensions.find((each) => each === name);

/** With its values as typed; undefined without a typed filter. */
export function readTypedFilter(parameters: URLSearchParams): ViewFilter | undefined {
  const dimension = readDimension(parameters.get('by') ?? '');
  const operator = filterOperators.find((each) => each === (parameters.get('op') ?? 'is'));
  const values = parameters
    .getAll('value')
    .map((text) => text.trim().toWellFormed())
    .filter(isFilterValue)
    .slice(0, MAX_FILTER_VALUES);
  if (dimension === undefined || operator === undefined || values.length === 0) return undefined;
  return { dimension, operator, values, ...readAlternative(parameters) };
}
