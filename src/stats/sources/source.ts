import { date, instant, join, ofWebsite, type Sql, sql, trusted } from '../../clickhouse/sql.js';
import { MAX_REACH_MS } from '../../sessions/session.js';
import { dayOf, type Range } from '../../time/index.js';
import { columnOf, dimensionOf } from '../dimensions.js';
import { all, filterSql } from '../filters.js';
import type { Demand, Metric, StatsQuery } from '../query.js';

/** Where statistics are answered from. */
export interface Source {
  canAnswer(demand: Demand): boolean;
  /** The rows that are asked about, as they stand behind `FROM`; they have the columns of the demand's dimensions. */
  rows(demand: Demand): Sql;
  /** Metrics over these rows. */
  metrics(demand: Demand): Readonly<Record<Metric, Sql>>;
  /** When it was, in epoch milliseconds: to the moment, or the start of a time that no cut divides. */
  readonly epochMs: Sql;
  /** How rows are grouped. */
  groups(demand: Demand): Groups;
}

export interface Groups {
  /** How many of the dimensions, from the first on, a group is by. */
  readonly depth: Sql;
  /** What stands behind `GROUP BY`. */
  readonly by: Sql;
}

/**
 * A table with rows of events or of parts of sessions. Both have the columns `visitor_id`, `session_start`, those of the traits, and
 * the additive facts `sessions`, `bounces` and `duration` (in milliseconds).
 */
export interface Table extends Source {
  readonly name: Sql;
  /** When it was: an instant, or the start of the quarter of an hour that holds it. */
  readonly time: Sql;
  /** Whether a row has an event that counts: a leave only lengthens its session. */
  readonly counts: Sql;
  /** The pageviews of a row. */
  readonly pageviews: Sql;
}

/** Makes a source of what is different about a table. */
export const tableSource = (
  table: Pick<Table, 'name' | 'canAnswer' | 'time' | 'epochMs' | 'counts' | 'pageviews'> & {
    readonly metrics: Readonly<Record<Metric, Sql>>;
  },
): Table => ({
  ...table,
  rows: (demand) => {
    const only = (demand.dimensions ?? []).flatMap((name) => dimensionOf(name).only ?? []);
    return sql`${table.name}
WHERE ${all([chosen(table, demand), ...only])}`;
  },
  metrics: () => table.metrics,
  groups: ({ dimensions = [], depths = [dimensions.length] }) => {
    const columns = dimensions.map(columnOf);
    const sets = depths.map((depth) => sql`(${join(columns.slice(0, depth), ', ')})`);
    return {
      depth: join([trusted(`${columns.length}`), ...columns.map((column) => sql`grouping(${column})`)], ' - '),
      by: sql`GROUPING SETS (${join(sets, ', ')})`,
    };
  },
});

/** Instants outside of these are no stored event's, and past what ClickHouse's `Date` in the sorting key can hold. */
const EARLIEST = 0;
const LATEST = Date.UTC(2100, 0, 1);

const bounded = (time: number): Sql => instant(Math.min(Math.max(time, EARLIEST), LATEST));

export const before = (column: Sql, time: number): Sql => sql`${column} < ${bounded(time)}`;

export const during = (column: Sql, { start, end }: Range): Sql =>
  sql`${column} >= ${bounded(start)} AND ${before(column, end)}`;

/**
 * The rows of a table in a range. In their keys, days of UTC come before visitors and instants: asked for instants alone, the
 * engine would read whole months.
 */
export const inRange = ({ time }: Pick<Table, 'time'>, { start, end }: Range): Sql =>
  sql`toDate(${time}) >= ${date(dayOf(start, 'UTC'))} AND toDate(${time}) <= ${date(dayOf(end - 1, 'UTC'))} AND ${during(time, { start, end })}`;

/** The rows of a range and of all that belongs to the sessions that began in it. */
export const reached = (table: Pick<Table, 'time'>, { start, end }: Range): Sql =>
  inRange(table, { start, end: end + MAX_REACH_MS });

/** The rows of a table that a query chooses: the website's, in the range, that count and pass the filter. */
export const chosen = (table: Pick<Table, 'time' | 'counts'>, { websiteId, range, filter }: StatsQuery): Sql =>
  all([
    ofWebsite(websiteId),
    inRange(table, range),
    table.counts,
    ...(filter === undefined ? [] : [filterSql(filter)]),
  ]);
