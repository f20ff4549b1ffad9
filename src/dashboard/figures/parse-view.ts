import { isDeepStrictEqual } from 'node:util';
import type { Services } from '../../http/v1/services.js';
import { filterNames } from '../../stats/dimensions.js';
import { localDate } from '../../time/index.js';
import type { Website } from '../../websites/website.js';
import type { Place } from './base-path.js';
import { metricsFor } from './chart-metrics.js';
import { type Interval, intervals } from './interval.js';
import type { PageContext } from './page-context.js';
import { parseTypedFilter, resolveViewFilters } from './parse-filter-input.js';
import { type ShownRange, showRange, sinceFirstEvent } from './range-choice.js';
import { chooseInterval } from './read-chart.js';
import { defaultView, readView, type View } from './view.js';
import { filterKey, filterOperators } from './view-filter.js';
import { addFilter, isFilterValue } from './view-filters.js';

/** What a page context depends on beside the address. */
export interface PageSubject {
  readonly website: Website;
  readonly place: Place;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Epoch milliseconds of the website's first event; undefined without events. */
  readonly firstEvent?: number | undefined;
}

/** Returns the page context of an address. Every address has one. */
export function shownBy(parameters: URLSearchParams, { website, place, now, firstEvent }: PageSubject): PageContext {
  const { view: read, notices } = readView(parameters);
  const view = metricsFor(read).includes(read.metric) ? read : { ...read, metric: defaultView.metric };
  const { timezone } = website;
  const today = localDate(now, timezone);
  const edited = view.filters.find((filter) => filterKey(filter) === parameters.get('edit'));
  const moment = { now, zone: timezone, firstEvent };
  const withRange = (range: ShownRange) => ({ range, chartRange: sinceFirstEvent(range, moment) });
  const common = { website, place, today, edited, firstEvent };
  const range = showRange(view.range, moment);
  if (range === undefined) {
    const instead = { ...view, range: defaultView.range };
    const notice = 'A date range can be at most 10 years long. Showing the last 30 days.';
    const shownInstead = showRange(instead.range, moment)!;
    return { ...common, view: instead, ...withRange(shownInstead), notices: [...notices, notice] };
  }
  const shown = { ...common, view, ...withRange(range) };
  return { ...shown, notices: [...notices, ...intervalNotices(view.interval, shown.chartRange)] };
}

function intervalNotices(chosen: Interval | undefined, range: ShownRange): readonly string[] {
  const interval = chooseInterval(chosen, range);
  if (chosen === undefined || chosen === interval) return [];
  const isShort = intervals.indexOf(chosen) > intervals.indexOf(interval);
  return [`This period is too ${isShort ? 'short' : 'long'} for ${chosen}s. Showing ${interval}s.`];
}

/**
 * Returns the page context with the filters as stored values, and the view to redirect to: one with a typed filter, or with
 * filters in another spelling.
 */
export async function readShown(
  { clickhouse }: Pick<Services, 'clickhouse'>,
  parameters: URLSearchParams,
  shown: PageContext,
): Promise<{ readonly shown: PageContext; readonly redirect: View | undefined }> {
  const wanted = withTypedFilter(shown.view, parameters) ?? shown.view;
  const view = { ...wanted, filters: await resolveViewFilters(clickhouse, shown.website.id, wanted.filters) };
  const isSame = isDeepStrictEqual(view.filters, shown.view.filters);
  return { shown: isSame ? shown : { ...shown, view }, redirect: isSame && wanted === shown.view ? undefined : view };
}

/** Returns the view with the typed filter, whose values are as typed; undefined without one. */
export function withTypedFilter(view: View, parameters: URLSearchParams): View | undefined {
  const dimension = filterNames.find((each) => each === parameters.get('by'));
  const operator = filterOperators.find((each) => each === (parameters.get('op') ?? 'is'));
  const typed = parameters
    .getAll('value')
    .map((text) => text.trim().toWellFormed())
    .filter(isFilterValue);
  if (dimension === undefined || operator === undefined || typed.length === 0) return undefined;
  return { ...view, filters: addFilter(view.filters, parseTypedFilter({ dimension, operator, values: typed })) };
}
