import { integers, type Sql, sql } from '../../clickhouse/sql.js';
import { bucketNumberSql, bucketSql } from '../../daily-visitors/bucket-sql.js';
import { groupIntoRuns } from '../../time/index.js';
import type { StatsQuery } from '../query.js';

/** The row of each bucket. */
export const bucketRows = ({ buckets = [], bucketRows: rows = buckets.map((_, number) => number) }: StatsQuery) => rows;

/** The row of an instant's bucket; both instants are epoch milliseconds. */
export function bucketRowSql(query: StatsQuery, at: Sql): Sql {
  const { buckets, bucketRows: rows } = query;
  if (buckets === undefined) return sql`0`;
  const number = bucketNumberSql(
    at,
    runs(query),
    buckets.map(({ start }) => start),
  );
  return rows === undefined ? number : sql`arrayElement(${integers(rows)}, ${number} + 1)`;
}

/** The start of an instant's bucket; both are epoch milliseconds. */
export const bucketStartSql = (query: StatsQuery, at: Sql): Sql => bucketSql(at, runs(query));

const runs = ({ buckets = [], range }: StatsQuery) =>
  groupIntoRuns(
    buckets.map(({ start }) => start),
    range.end,
  );
