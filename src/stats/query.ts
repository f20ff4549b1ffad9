import type { Count } from '../daily-visitors/dimensions.js';
import type { Range } from '../time/index.js';
import { type DimensionName, type FilterName, filterNames } from './dimensions.js';
import type { Filter } from './filters.js';

/**
 * Metrics of breakdowns and time series. Visitors are exact up to thousands; above, they are exact with daily counts, else
 * within 1 %.
 */
export type Metric = 'visitors' | 'pageviews' | 'clicks' | 'events';

/** A query of a website's statistics. */
export interface StatsQuery {
  readonly websiteId: string;
  readonly range: Range;
  /** Undefined for all events. */
  readonly filter: Filter | undefined;
  /** The website's complete counts in `daily_visitors`; undefined while they are incomplete. */
  readonly count?: Count | undefined;
}

/** A query with its grouping, metrics and buckets, by which a source decides whether it can answer. */
export interface Demand extends StatsQuery {
  /** The dimensions to group by. */
  readonly dimensions?: readonly DimensionName[];
  /** Numbers of leading dimensions to group by: 0 is the total. By default, all of them. */
  readonly depths?: readonly number[];
  readonly metrics?: readonly Metric[];
  /** A second range in the same statement. */
  readonly comparison?: Range;
  /** The instants, in epoch milliseconds, at which the range is cut into buckets. */
  readonly cuts?: readonly number[];
}

/** The values of the interface's filters, as stored. */
export type Filters = Readonly<Partial<Record<FilterName, string>>>;

/** Combines all given filters into one. */
export function parseFilters(filters: { readonly [Name in FilterName]?: string | undefined }): Filter | undefined {
  const conditions = filterNames.flatMap((dimension): Filter[] => {
    const value = filters[dimension];
    return value === undefined ? [] : [{ dimension, operator: 'is', values: [value] }];
  });
  return conditions.length === 0 ? undefined : { and: conditions };
}
