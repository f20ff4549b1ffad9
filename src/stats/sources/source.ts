import { date, instant, join, ofWebsite, type Sql, sql, trusted } from '../../clickhouse/sql.js';
import { MAX_REACH_MS } from '../../sessions/session.js';
import { localDay, type Range } from '../../time/index.js';
import { columnSql, findDimension } from '../dimensions.js';
import { all, filterSql } from '../filters.js';
import type { Demand, Metric, StatsQuery } from '../query.js';

/** A source of statistics. */
export interface Source {
  canAnswer(demand: Demand): boolean;
  /** Returns the rows of a query as they follow `FROM`, with the columns of the demand's dimensions. */
  rows(demand: Demand): Sql;
  /** Returns the metrics over these rows. */
  metrics(demand: Demand): Readonly<Record<Metric, Sql>>;
  /** The time of a row in epoch milliseconds: its instant, or the start of an interval that no bucket divides. */
  readonly epochMs: Sql;
  /** Returns the grouping of the rows. */
  groups(demand: Demand): Groups;
}

export interface Groups {
  /** The number of leading dimensions that a group is by. */
  readonly depth: Sql;
  /** The SQL after `GROUP BY`. */
  readonly by: Sql;
}

/**
 * A table with rows of events or of parts of sessions. Both have the columns `visitor_id`, `session_start`, those of the traits,
 * and the additive facts `sessions`, `bounces` and `duration` (in milliseconds).
 */
export interface Table extends Source {
  readonly name: Sql;
  /** The time of a row: an instant, or the start of its quarter of an hour. */
  readonly time: Sql;
  /** Whether a row has a counted event: a leave only extends its session. */
  readonly counts: Sql;
  /** The pageviews of a row. */
  readonly pageviews: Sql;
}

/** Builds a source from the specifics of a table. */
export const tableSource = (
  table: Pick<Table, 'name' | 'canAnswer' | 'time' | 'epochMs' | 'counts' | 'pageviews'> & {
    readonly metrics: Readonly<Record<Metric, Sql>>;
  },
): Table => ({
  ...table,
  rows: (demand) => {
    const only = (demand.dimensions ?? []).flatMap((name) => findDimension(name).only ?? []);
    return sql`${table.name}
WHERE ${all([chosen(table, demand), ...only])}`;
  },
  metrics: () => table.metrics,
  groups: ({ dimensions = [], depths = [dimensions.length] }) => {
    const columns = dimensions.map(columnSql);
    const sets = depths.map((depth) => sql`(${join(columns.slice(0, depth), ', ')})`);
    return {
      depth: join([trusted(`${columns.length}`), ...columns.map((column) => sql`grouping(${column})`)], ' - '),
      by: sql`GROUPING SETS (${join(sets, ', ')})`,
    };
  },
});

/** No stored event is outside of these instants, and ClickHouse's `Date` in the sorting key cannot hold them. */
const EARLIEST = 0;
const LATEST = Date.UTC(2100, 0, 1);

const bounded = (time: number): Sql => instant(Math.min(Math.max(time, EARLIEST), LATEST));

export const before = (column: Sql, time: number): Sql => sql`${column} < ${bounded(time)}`;

export const during = (column: Sql, { start, end }: Range): Sql =>
  sql`${column} >= ${bounded(start)} AND ${before(column, end)}`;

/**
 * The condition for a table's rows in a range. In the sorting keys, UTC days come before visitors and instants: with conditions
 * on instants alone, the engine would read whole months. `indexHint` uses the days for the index, without checking them in each row.
 */
export const inRange = ({ time }: Pick<Table, 'time'>, { start, end }: Range): Sql =>
  sql`indexHint(toDate(${time}) >= ${date(localDay(start, 'UTC'))} AND toDate(${time}) <= ${date(localDay(end - 1, 'UTC'))}) AND ${during(time, { start, end })}`;

/** The condition for the rows in a range, and all other rows of sessions that began in it. */
export const reached = (table: Pick<Table, 'time'>, { start, end }: Range): Sql =>
  inRange(table, { start, end: end + MAX_REACH_MS });

/** The condition for the rows that a query selects: the website's rows in the range that count and pass the filter. */
export const chosen = (table: Pick<Table, 'time' | 'counts'>, { websiteId, range, filter }: StatsQuery): Sql =>
  all([
    ofWebsite(websiteId),
    inRange(table, range),
    table.counts,
    ...(filter === undefined ? [] : [filterSql(filter)]),
  ]);
