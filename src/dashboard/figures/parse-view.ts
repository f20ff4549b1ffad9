import { MAX_FILTER_LENGTH } from '../../http/v1/stats-parameters.js';
import { filterNames } from '../../stats/dimensions.js';
import { localDate } from '../../time/index.js';
import type { Website } from '../../websites/website.js';
import type { Place } from './base-path.js';
import type { PageContext } from './page-context.js';
import { parseFilterInput } from './parse-filter-input.js';
import { showRange } from './range-choice.js';
import { hasHours } from './read-chart.js';
import { defaultView, readView, type View } from './view.js';

/** Returns the page context of an address, at `now` in epoch milliseconds. Every address has one. */
export function shownBy(parameters: URLSearchParams, website: Website, place: Place, now: number): PageContext {
  const { view, notices } = readView(parameters);
  const today = localDate(now, website.timezone);
  const common = { website, place, today };
  const range = showRange(view.range, now, website.timezone);
  if (range === undefined) {
    const instead = { ...view, range: defaultView.range };
    const notice = 'A date range can be at most 10 years long. Showing the last 30 days.';
    const shownInstead = showRange(instead.range, now, website.timezone)!;
    return { ...common, view: instead, range: shownInstead, notices: [...notices, notice] };
  }
  const tooLong = view.interval === 'hour' && !hasHours(range);
  return {
    ...common,
    view,
    range,
    notices: tooLong ? [...notices, 'Hourly data is available for up to 2 weeks. Showing days.'] : notices,
  };
}

/** Returns the view with the typed filter; undefined without one. */
export function withTypedFilter(view: View, parameters: URLSearchParams): View | undefined {
  const name = filterNames.find((each) => each === parameters.get('by'));
  const value = parameters.get('value')?.trim();
  if (name === undefined || !value || value.length > MAX_FILTER_LENGTH) return undefined;
  return { ...view, filters: { ...view.filters, [name]: parseFilterInput(name, value.toWellFormed()) } };
}
