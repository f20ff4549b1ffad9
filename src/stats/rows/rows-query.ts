import type { Count } from '../../daily-visitors/dimensions.js';
import type { DimensionName } from '../dimensions.js';
import type { Filter, SavedFilter } from '../filters.js';
import type { RevenueMetric } from '../metrics.js';
import type { ResolvedRanges } from './parse-ranges.js';
import type { RowMetric } from './row-metrics.js';
import type { TimeName } from './time-dimensions.js';

/** A website of a query, with the ranges in its own zone. */
export interface WebsiteRanges extends ResolvedRanges {
  readonly websiteId: string;
  readonly zone: string;
  readonly count: Count | undefined;
}

export interface RowOrder {
  /** A metric or a dimension of the query. */
  readonly by: string;
  readonly direction: 'asc' | 'desc';
}

export const includes = ['totals', 'totalRows', 'comparison', 'emptyRows'] as const;

/** A query of the API, with everything resolved: instants, stored values, defaults. */
export interface RowsQuery {
  /** At least one. */
  readonly websites: readonly WebsiteRanges[];
  readonly metrics: readonly RowMetric[];
  /** The place of revenue in all currencies among the metrics, before these currencies are known. */
  readonly revenueAt?: number | undefined;
  /** Revenue in all currencies, once these are known. */
  readonly revenue?: readonly RevenueMetric[];
  /** In the order of the row's fields; one may be of time. */
  readonly dimensions: readonly (DimensionName | TimeName)[];
  /** As in a `Scope`. */
  readonly until?: number;
  readonly filter: Filter | undefined;
  readonly goal: Filter | undefined;
  /** Undefined without the dimension `goal`. */
  readonly goals: readonly SavedFilter[] | undefined;
  readonly orderBy: readonly RowOrder[];
  readonly include: ReadonlySet<(typeof includes)[number]>;
}
