import { date, instant, ofWebsite, type Sql, sql } from '../../clickhouse/sql.js';
import { MAX_REACH_MS } from '../../collect/sessions/session.js';
import { localDay, type Range } from '../../time/index.js';
import { type DimensionName, findDimension } from '../dimensions.js';
import { all, filterSql, split } from '../filters.js';
import type { Scope, StatsQuery } from '../query.js';

/** A table with rows of events, or of quarter hours of visits, for building conditions. */
export interface TableColumns {
  readonly name: Sql;
  /** The time of a row: an instant, or the start of its quarter of an hour. */
  readonly time: Sql;
  /** Converts epoch milliseconds to the type of `time`; by default to an instant. */
  readonly toTime?: (epochMs: number) => Sql;
  /** Whether a row has a counted event: a leave only extends its session. */
  readonly counts: Sql;
}

type RowTime = Pick<TableColumns, 'time' | 'toTime'>;

/** No stored event is outside of these instants, and ClickHouse's `Date` in the sorting key cannot hold them. */
const EARLIEST = 0;
const LATEST = Date.UTC(2100, 0, 1);

const bounded = (time: number): number => Math.min(Math.max(time, EARLIEST), LATEST);

const before = (column: Sql, time: number, toTime = instant): Sql => sql`${column} < ${toTime(bounded(time))}`;

export const during = (column: Sql, { start, end }: Range, toTime = instant): Sql =>
  sql`${column} >= ${toTime(bounded(start))} AND ${before(column, end, toTime)}`;

/**
 * Matches a table's rows in a range. In the sorting keys, UTC days come before visitors and instants: with conditions
 * on instants alone, the engine would read whole months. `indexHint` uses the days for the index, without checking them
 * in each row.
 */
export const inRange = ({ time, toTime }: RowTime, { start, end }: Range): Sql =>
  sql`indexHint(toDate(${time}) >= ${date(localDay(start, 'UTC'))} AND toDate(${time}) <= ${date(localDay(end - 1, 'UTC'))}) AND ${during(time, { start, end }, toTime)}`;

/** Matches the rows in a range, and all other rows of sessions that began in it. */
export const reached = (table: RowTime, { start, end }: Range): Sql =>
  inRange(table, { start, end: end + MAX_REACH_MS });

/** From the earlier start to the later end. */
export const hull = (range: Range, other: Range = range): Range => ({
  start: Math.min(range.start, other.start),
  end: Math.max(range.end, other.end),
});

/**
 * Matches the rows of a query: those of the website in the range that count, pass the filter, and have the dimensions.
 */
export const chosen = (
  table: Omit<TableColumns, 'name'>,
  { websiteId, range, filter, dimensions }: Scope & Pick<StatsQuery, 'dimensions'>,
): Sql =>
  all([
    ofWebsite(websiteId),
    inRange(table, range),
    table.counts,
    ...(filter === undefined ? [] : [filterSql(filter)]),
    ...havingDimensions(dimensions),
  ]);

/** Like `chosen`, without the website and the filter on sessions, which are applied elsewhere. */
export const isChosen = (table: TableColumns, { range, filter, dimensions }: StatsQuery): Sql =>
  all([
    during(table.time, range, table.toTime),
    table.counts,
    ...split(filter).events,
    ...havingDimensions(dimensions),
  ]);

const havingDimensions = (names: readonly DimensionName[] = []): readonly Sql[] =>
  names.flatMap((name) => findDimension(name).only ?? []);

/**
 * Matches rows whose session began in the range and has a matching event in it. A filter on traits alone needs no
 * subquery.
 */
export function hasBegun(table: TableColumns, query: StatsQuery): Sql {
  const began = during(sql`session_start`, query.range);
  if (split(query.filter).events.length === 0) return began;
  return sql`${began} AND (visitor_id, session_start) IN (${selectSessions(table, query)})`;
}

export const selectSessions = (table: TableColumns, query: StatsQuery): Sql =>
  sql`SELECT visitor_id, session_start FROM ${table.name} WHERE ${chosen(table, query)}`;

/** Matches visitors who were active before the range. */
export const hasComeBefore = (websiteId: string, { start }: Range): Sql => sql`visitor_id IN (
    SELECT visitor_id FROM sessions WHERE ${ofWebsite(websiteId)} AND ${before(sql`session_start`, start)}
  )`;
