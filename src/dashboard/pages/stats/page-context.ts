import type { Condition } from '../../../stats/filters.js';
import type { Website } from '../../../websites/website.js';
import type { Place } from './base-path.js';
import { describeFilter } from './filter-names.js';
import type { ShownRange } from './range-choice.js';
import type { View } from './view.js';
import type { ViewFilter } from './view-filter.js';

/** The context that all parts of a page of figures share. */
export interface PageContext {
  readonly website: Website;
  readonly place: Place;
  readonly view: View;
  /** The filters of the view, as conditions on stored values. */
  readonly conditions: readonly Condition[];
  readonly range: ShownRange;
  /** The range of the chart: that of the page, from the day of the website's first event on. */
  readonly chartRange: ShownRange;
  /** Epoch milliseconds; undefined without events. */
  readonly firstEvent: number | undefined;
  /** Today in the website's zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** The filter that the filter menu edits; undefined for a new one. */
  readonly edited?: ViewFilter | undefined;
  /** Messages about parts of the address that were not understood. */
  readonly notices: readonly string[];
}

/** The properties of a page's tools, above the figures or above a list. */
export interface ToolProps {
  readonly shown: PageContext;
  /** The list that is shown, if any. */
  readonly list?: string | undefined;
  /** The search text of the list. */
  readonly search?: string | undefined;
}

/** Returns whether the range may still change. */
export const isRunning = ({ range, today }: PageContext): boolean => range.days.to >= today;

/** Returns whether the figures may still change, or are waited for. */
export const isLive = (shown: PageContext): boolean => isRunning(shown) || shown.firstEvent === undefined;

/** Returns why the figures have nothing to be compared with; undefined if the comparison range is complete. */
export function whyNotCompared({ range: { days, ranges }, firstEvent, today }: PageContext): string | undefined {
  if (days.from > today) return 'this period has not begun';
  if (firstEvent === undefined || firstEvent >= ranges.comparison.end) return 'no earlier data';
  return firstEvent > ranges.comparison.start ? 'previous period incomplete' : undefined;
}

/** Returns whether the website has events before the range. */
export const hasEarlierEvents = ({ range: { ranges }, firstEvent }: PageContext): boolean =>
  firstEvent !== undefined && firstEvent < ranges.range.start;

/** Describes a range with its active filters: `Last 30 days, Country is Germany`. */
export const withFilters = ({ range, view: { filters } }: PageContext): string => {
  return [range.label, ...filters.map(describeFilter)].join(', ');
};
