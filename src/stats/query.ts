import type { Sql } from '../clickhouse/sql.js';
import type { Count } from '../daily-visitors/dimensions.js';
import type { Bucket, Range } from '../time/index.js';
import { type DimensionName, type FilterName, filterNames } from './dimensions.js';
import type { Filter } from './filters.js';
import { type Fact, type Facts, type MetricName, NO_FACTS } from './metrics.js';

/** The chosen events: those of a website in a range that count and pass a filter. */
export interface Scope {
  readonly websiteId: string;
  readonly range: Range;
  /** Undefined for all events. */
  readonly filter: Filter | undefined;
  /** The website's complete counts in `daily_visitors`; undefined while they are incomplete. */
  readonly count?: Count | undefined;
}

/**
 * A question about the chosen events: which metrics, by what. A row is the chosen events with one value of each dimension. Its
 * metrics are those of the total with the row's values added to the filter and, for a bucket, with the bucket as the range.
 */
export interface StatsQuery extends Scope {
  /** Shows in ClickHouse's query log. */
  readonly name: string;
  /** The first one orders the rows, largest first. Visitors are exact up to thousands; above, they are exact with daily counts, else within 1 %. */
  readonly metrics: readonly [MetricName, ...MetricName[]];
  /** The dimensions of a row's key. By default none: only the total. */
  readonly dimensions?: readonly DimensionName[];
  /** Numbers of leading dimensions to group by: 0 is the total. By default, all of them. */
  readonly levels?: readonly number[];
  /** The parts of the range, in order, each of which is a row, also when it is empty. Rows have no other dimension and no comparison. */
  readonly buckets?: readonly Bucket[];
  /** A range to compare with: rows have its facts too, but for the returning visitors, which no one compares. */
  readonly comparison?: Range | undefined;
  /** Leaves out rows without a value in any dimension. */
  readonly skipsMissing?: boolean;
  /** Leaves out rows without this fact. */
  readonly having?: Fact;
  /** A filter on the dimensions that leaves out rows, and does not change the total. */
  readonly search?: Filter | undefined;
  /** Orders rows of equal metrics before their key, given the SQL of each dimension. By default, only the key does. */
  readonly nameSql?: (key: readonly Sql[]) => Sql;
  /** Undefined for all rows. */
  readonly limit?: number | undefined;
  /** Limits the rows of each value of so many leading dimensions, rather than all rows. */
  readonly limitWithin?: number;
}

/** A row of an answer. Facts that its query did not need mean nothing. */
export interface Row {
  /** The values of the leading dimensions that it is by. */
  readonly key: readonly string[];
  readonly now: Facts;
  /** The facts of the comparison. */
  readonly before: Facts;
}

export interface Answer {
  /** The row of level 0; without it in the query, all facts are 0. */
  readonly total: Row;
  /** The other rows, or one for each bucket. */
  readonly rows: readonly Row[];
}

export const EMPTY_ROW: Row = { key: [], now: NO_FACTS, before: NO_FACTS };

/** Returns the levels of a query. */
export const listLevels = ({ dimensions = [], levels = [dimensions.length] }: StatsQuery): readonly number[] => levels;

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
