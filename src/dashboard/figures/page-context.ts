import type { Website } from '../../websites/website.js';
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
  readonly range: ShownRange;
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

/** Describes a range with its active filters: `Last 30 days, Country is Germany`. */
export const withFilters = ({ range, view: { filters } }: PageContext): string => {
  return [range.label, ...filters.map(describeFilter)].join(', ');
};
