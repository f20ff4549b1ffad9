import { date, instant, join, ofWebsite, type Sql, sql, strings, trusted } from '../../clickhouse/sql.js';
import { MAX_REACH_MS } from '../../collect/sessions/session.js';
import { localDay, type Range } from '../../time/index.js';
import { columnSql, type Dimension, type DimensionName, dimensions, findDimension } from '../dimensions.js';
import { all, type Filter, filterSql, hasAggregates, isOfTraits } from '../filters.js';
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

export const bounded = (time: number): number => Math.min(Math.max(time, EARLIEST), LATEST);

export const before = (column: Sql, time: number, toTime = instant): Sql => sql`${column} < ${toTime(bounded(time))}`;

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

/** What a query reads of events. */
interface Uses {
  readonly dimensions?: readonly DimensionName[];
  readonly filters: readonly (Filter | undefined)[];
}

/** The dimensions of whole sessions, of events that are named `source`. */
export const wholeColumns = (Object.values(dimensions) as readonly Dimension[]).flatMap(({ column, aggregate }) =>
  aggregate === undefined ? [] : [sql`${aggregate} AS ${trusted(column)}`],
);

/** All of the sessions that have an event in the range. */
export const around = ({ range, until = LATEST }: Pick<Scope, 'range' | 'until'>): Range => ({
  start: range.start - MAX_REACH_MS,
  end: Math.min(range.end + MAX_REACH_MS, until),
});

/**
 * The table of the events that a query reads: `events`, with the dimensions of whole sessions if the query uses any. These
 * are joined to each event, since sessions reach over both ends of the range.
 */
export function readEvents(scope: Omit<Scope, 'filter'>, { dimensions: names = [], filters }: Uses, from?: Sql): Sql {
  const isPlain =
    names.every((name) => findDimension(name).aggregate === undefined) &&
    filters.every((filter) => filter === undefined || !hasAggregates(filter));
  if (isPlain) return from ?? sql`events`;
  const rows = sql`${ofWebsite(scope.websiteId)} AND ${inRange({ time: sql`time` }, around(scope))}`;
  return sql`(
  SELECT ${from === undefined ? sql`*, campaign FROM events` : sql`* FROM ${from} AS some`}
  LEFT JOIN (
    SELECT visitor_id, session_start, ${join(wholeColumns, ', ')} FROM events AS source WHERE ${rows} GROUP BY visitor_id, session_start
  ) AS whole USING (visitor_id, session_start)
  WHERE ${rows}
)`;
}

/** The range of the events that count. */
export const countedRange = ({ range, until = range.end }: Pick<Scope, 'range' | 'until'>): Range => ({
  start: range.start,
  end: Math.min(range.end, until),
});

/** From the earlier start to the later end. */
export const hull = (range: Range, other: Range = range): Range => ({
  start: Math.min(range.start, other.start),
  end: Math.max(range.end, other.end),
});

/** The conditions of a scope's filter, all of which must hold: on traits of sessions, and those that need the range or events. */
export function split(scope: Scope): { readonly sessions: readonly Sql[]; readonly events: readonly Sql[] } {
  const parts = scope.filter === undefined ? [] : 'and' in scope.filter ? scope.filter.and : [scope.filter];
  const toSql = (part: Filter) => filterSql(withVisitors(part, scope));
  return {
    sessions: parts.filter(isOfTraits).map(toSql),
    events: parts.filter((part) => !isOfTraits(part)).map(toSql),
  };
}

/** Who `hasDone` is of: the key of a filtered row, and that of an event in `events` which counts as done. */
export interface VisitorKeys {
  readonly row: Sql;
  readonly done: Sql;
}

const VISITORS: VisitorKeys = { row: sql`visitor_id`, done: sql`visitor_id` };

/**
 * Replaces `hasDone` by the visitors who have done it in the scope's range.
 *
 * @param keys by default visitors; with periods, they must have done it in the same one
 */
export function withVisitors(filter: Filter, scope: Scope, keys = VISITORS): Filter {
  const replace = (part: Filter) => withVisitors(part, scope, keys);
  if ('and' in filter) return { and: filter.and.map(replace) };
  if ('or' in filter) return { or: filter.or.map(replace) };
  if ('not' in filter) return { not: replace(filter.not) };
  if ('filter' in filter) return replace(filter.filter);
  if (!('hasDone' in filter)) return filter;
  const { websiteId } = scope;
  const done = filterSql(withVisitors(filter.hasDone, scope, { ...keys, row: keys.done }));
  return {
    key: keys.row,
    visitors: sql`SELECT ${keys.done} FROM ${readEvents(scope, { filters: [filter.hasDone] })} WHERE ${ofWebsite(websiteId)} AND ${inRange({ time: sql`time` }, countedRange(scope))} AND type != 'leave' AND ${done}`,
  };
}

type RowsOf = Pick<StatsQuery, 'dimensions' | 'skipsMissing' | 'rowValues'>;

/**
 * Matches the rows of a query: those of the website in the range that count, pass the filter, and have the dimensions.
 */
export const matching = (table: Omit<TableColumns, 'name'>, query: Scope & RowsOf): Sql =>
  all([
    ofWebsite(query.websiteId),
    inRange(table, countedRange(query)),
    table.counts,
    ...(query.filter === undefined ? [] : [filterSql(withVisitors(query.filter, query))]),
    ...havingDimensions(query),
  ]);

/** Like `matching`, without the website and the filter on sessions, which are applied elsewhere. */
export const isMatching = (table: TableColumns, query: Scope & RowsOf): Sql =>
  all([
    during(table.time, countedRange(query), table.toTime),
    table.counts,
    ...split(query).events,
    ...havingDimensions(query),
  ]);

/** Which events are in a row. A query that skips rows without a value counts the other events in its total. */
export const havingDimensions = ({ dimensions = [], skipsMissing = false, rowValues }: RowsOf): readonly Sql[] =>
  dimensions.flatMap((name) => {
    const { only } = findDimension(name);
    const values = rowValues?.get(name);
    return [
      ...(skipsMissing || only === undefined ? [] : [only]),
      ...(values === undefined ? [] : [sql`${columnSql(name)} IN (${strings(values)})`]),
    ];
  });

/**
 * Matches rows whose session began in the range and has a matching event in it. A filter on traits alone needs no
 * subquery.
 */
export function hasBegun(table: TableColumns, query: StatsQuery): Sql {
  const began = during(sql`session_start`, countedRange(query));
  if (split(query).events.length === 0) return began;
  return sql`${began} AND (visitor_id, session_start) IN (${selectSessions(table, query)})`;
}

export const selectSessions = (table: TableColumns, query: StatsQuery): Sql =>
  sql`SELECT visitor_id, session_start FROM ${table.name} WHERE ${matching(table, query)}`;

/** Matches visitors who were active before the range. */
export const hasComeBefore = (websiteId: string, { start }: Range): Sql => sql`visitor_id IN (
    SELECT visitor_id FROM sessions WHERE ${ofWebsite(websiteId)} AND ${before(sql`session_start`, start)}
  )`;
