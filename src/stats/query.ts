import type { Sql } from '../clickhouse/sql.js';
import type { Count } from '../daily-visitors/dimensions.js';
import type { Bucket, Range } from '../time/index.js';
import { completeCount } from '../websites/count.js';
import type { Website } from '../websites/website.js';
import {
  type DimensionName,
  type FilterName,
  filterNames,
  type PropertyName,
  type ViewDimension,
} from './dimensions.js';
import type { Filter, SavedFilter } from './filters.js';
import { type Fact, type Facts, type MetricName, NO_FACTS } from './metrics.js';

/** The matching events: those of a website in a range that count and pass a filter. */
export interface Scope {
  readonly websiteId: string;
  readonly range: Range;
  /** Undefined for all events. */
  readonly filter: Filter | undefined;
  /** Later events are left out, in epoch milliseconds: pages of rows are all of the events of the first one. */
  readonly until?: number | undefined;
  /** The website's complete counts in `daily_visitors`; undefined while they are incomplete. */
  readonly count?: Count | undefined;
}

/** Returns the scope of a website's events, with its daily visitor counts if they are complete. */
export const websiteScope = (website: Website, range: Range, filter?: Filter): Scope => ({
  websiteId: website.id,
  range,
  filter,
  count: completeCount(website),
});

/**
 * A stats query: metrics of the matching events, grouped by dimensions or buckets. A row is the matching events with
 * one value of each dimension. Its metrics are those of the total with the row's values added to the filter and, for a
 * bucket, with the bucket as the range.
 */
export interface StatsQuery extends Scope {
  /** The name in ClickHouse's query log. */
  readonly name: string;
  /** The first one orders the rows, largest first. Visitors are exact up to thousands; above, they are exact with daily counts, else within 1 %. */
  readonly metrics: readonly [MetricName, ...MetricName[]];
  /** The dimensions of a row's key. By default none: only the total. */
  readonly dimensions?: readonly DimensionName[];
  /** Numbers of leading dimensions to group by: 0 is the total. By default, all of them. */
  readonly levels?: readonly number[];
  /** Buckets of the range, in order. Rows are of one bucket each; without dimensions, every bucket has one. */
  readonly buckets?: readonly Bucket[];
  /** The row of each bucket: several buckets can share one, as all Mondays do. By default, each has its own. */
  readonly bucketRows?: readonly number[];
  /**
   * Whether rows without events are there, too: every bucket and every goal has one, with all values of the other dimensions
   * that occur together.
   */
  readonly hasEmptyRows?: boolean;
  /** Selects the events that convert; `filter` applies to them too. */
  readonly goal?: Filter | undefined;
  /** The values of the dimension `goal`, or segments in their place. An event is in the rows of all that it matches. */
  readonly goals?: readonly SavedFilter[] | undefined;
  /** Comparison range: rows have its facts too, except returning visitors. */
  readonly comparison?: Range | undefined;
  /** Whether rows of the comparison alone, which fell to 0, are there, too. */
  readonly keepsEarlier?: boolean;
  /** Leaves out rows without a value in any dimension. */
  readonly skipsMissing?: boolean;
  /** Leaves out rows without this fact. */
  readonly having?: Fact | undefined;
  /** Filters rows by their dimensions, without changing the total. */
  readonly search?: Filter | undefined;
  /** Counts only rows with one of these values of a dimension. */
  readonly rowValues?: ReadonlyMap<DimensionName, readonly string[]>;
  /** Whether few sessions have these values. */
  readonly hasFewSessions?: boolean;
  /** Orders the rows before their first metric does. */
  readonly order?: RowOrder | undefined;
  /** Orders rows of equal first metrics, largest first. By default, nothing does but their name and key. */
  readonly thenBy?: MetricName;
  /** Orders rows of equal metrics before their key, given the SQL of each dimension. By default, only the key does. */
  readonly nameSql?: (key: readonly Sql[]) => Sql;
  /** Undefined for all rows. */
  readonly limit?: number | undefined;
  /** Limits the rows within each value of this many leading dimensions, instead of all rows. */
  readonly limitWithin?: number | undefined;
}

/** The order of rows by one of the query's metrics. */
export interface RowOrder {
  readonly by: MetricName;
  readonly direction: 'asc' | 'desc';
  /** By the difference from the comparison, for a metric that is a count. */
  readonly isChange?: true;
}

/** A row of an answer. Facts that its query did not need mean nothing. */
export interface Row {
  /** Values of the row's leading dimensions. */
  readonly key: readonly string[];
  /** Number of the row's bucket; undefined in a query without buckets. */
  readonly at?: number;
  readonly now: Facts;
  readonly before: Facts;
}

export interface Answer {
  /** The row of level 0; if the query has no level 0, all facts are 0. */
  readonly total: Row;
  /** The other rows, or one for each bucket. */
  readonly rows: readonly Row[];
}

export const EMPTY_ROW: Row = { key: [], now: NO_FACTS, before: NO_FACTS };

export const listLevels = ({ dimensions = [], levels = [dimensions.length] }: StatsQuery): readonly number[] => levels;

/** Filters of a row of the dashboard, with stored values. */
export type RowFilters = Readonly<Partial<Record<ViewDimension | PropertyName, string>>>;

/** Filters of the API, with stored values. */
export type Filters = Readonly<Partial<Record<FilterName, string>>>;

export function parseFilters(filters: { readonly [Name in FilterName]?: string | undefined }): Filter | undefined {
  const conditions = filterNames.flatMap((dimension): Filter[] => {
    const value = filters[dimension];
    return value === undefined ? [] : [{ dimension, operator: 'is', values: [value] }];
  });
  return conditions.length === 0 ? undefined : { and: conditions };
}
