import type { Count } from '../daily-visitors/dimensions.js';
import type { Range } from '../time/index.js';
import { type DimensionName, type FilterName, filterNames } from './dimensions.js';
import type { Filter } from './filters.js';

/** What breakdowns and charts count. Visitors are exact to thousands; above, they are too where days are counted, else within 1 %. */
export type Metric = 'visitors' | 'pageviews' | 'clicks';

/** What is asked about the statistics of a website. */
export interface StatsQuery {
  readonly websiteId: string;
  readonly range: Range;
  /** Undefined for everything. */
  readonly filter: Filter | undefined;
  /** The website's count in `daily_visitors`; undefined while none is complete. */
  readonly count?: Count | undefined;
}

/** A query with what its statement groups, counts and cuts: by this a source says whether it can answer. */
export interface Demand extends StatsQuery {
  /** What rows are grouped by. */
  readonly dimensions?: readonly DimensionName[];
  /** By how many of the dimensions, from the first on: 0 is the total. Missing, by all of them. */
  readonly depths?: readonly number[];
  readonly metrics?: readonly Metric[];
  /** Another range that is asked about in the same statement. */
  readonly comparison?: Range;
  /** Instants in epoch milliseconds at which the range is cut into buckets. */
  readonly cuts?: readonly number[];
}

/** The values that the interface's filters ask for, compared exactly. */
export type Filters = Readonly<Partial<Record<FilterName, string>>>;

/** Makes one filter of all that are there. */
export function filterOf(filters: { readonly [Name in FilterName]?: string | undefined }): Filter | undefined {
  const conditions = filterNames.flatMap((dimension): Filter[] => {
    const value = filters[dimension];
    return value === undefined ? [] : [{ dimension, operator: 'is', values: [value] }];
  });
  return conditions.length === 0 ? undefined : { and: conditions };
}
