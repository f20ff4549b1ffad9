import { z } from 'zod';
import type { ClickHouse, Query } from '../clickhouse/clickhouse.js';
import { ofWebsite, type Sql, sql } from '../clickhouse/sql.js';
import { localDayStarts, type Range } from '../time/index.js';
import { all, any, split } from './filters.js';
import { sourceFor, tableFor } from './plan.js';
import type { StatsQuery } from './query.js';
import {
  dailyVisitors,
  dayStart,
  filteredValue,
  isFirstSince,
  isReturningSince,
  ofCount,
  ofValue,
  onDays,
} from './sources/daily-visitors.js';
import { before, chosen, during, reached, type Table } from './sources/source.js';

const figure = z.coerce.number();

const totalsRow = z.object({
  visitors: figure,
  returning: figure,
  pageviews: figure,
  sessions: figure,
  bounces: figure,
  duration: figure,
});

const previousRow = totalsRow.omit({ returning: true });

const row = z.object({ now: totalsRow, previous: previousRow });

const dailyRow = totalsRow.extend({ is_now: figure });

/**
 * The metrics of the query's range and of a comparison range. `returning` counts visitors with an event before the range,
 * `duration` is the sum over all sessions in milliseconds.
 */
export type ComparedTotals = z.infer<typeof row>;

/** Queries the metrics of the query's range and of a comparison range. */
export async function totals(clickhouse: ClickHouse, query: StatsQuery, comparison: Range): Promise<ComparedTotals> {
  const days = wholeDays(comparison, query.count?.zone);
  const rest = { start: days.end, end: comparison.end };
  const isCounted = sourceFor({ ...query, comparison: days }) === dailyVisitors;
  if (!isCounted) return onlyRow(await clickhouse.query(totalsQuery(query, comparison)));
  const [counted, added] = await Promise.all([
    clickhouse.query(dailyTotalsQuery(query, days)),
    rest.start < rest.end ? clickhouse.query(restQuery(query, days, rest)).then(onlyRow) : NOTHING,
  ]);
  const [now = NOTHING] = counted.filter(({ is_now }) => is_now === 1);
  const [previous = NOTHING] = counted.filter(({ is_now }) => is_now === 0);
  return { now, previous: sum(previous, added) };
}

const NOTHING = { visitors: 0, returning: 0, pageviews: 0, sessions: 0, bounces: 0, duration: 0 };

function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('sums without groups are always one row');
  return row;
}

const sum = (a: ComparedTotals['previous'], b: ComparedTotals['previous']): ComparedTotals['previous'] => ({
  visitors: a.visitors + b.visitors,
  pageviews: a.pageviews + b.pageviews,
  sessions: a.sessions + b.sessions,
  bounces: a.bounces + b.bounces,
  duration: a.duration + b.duration,
});

/** Returns the part of a range before the local day in which it ends, or the whole range if it ends with a day. */
function wholeDays({ start, end }: Range, zone: string | undefined): Range {
  return zone === undefined ? { start, end } : { start, end: Math.max(start, localDayStarts(zone)(end)) };
}

/** Builds the sums of whole days: one row for the query's range, one for the comparison range. */
export function dailyTotalsQuery(query: StatsQuery, comparison: Range): Query<z.infer<typeof dailyRow>> {
  const { range } = query;
  const wanted = [ofCount(query), ofValue(filteredValue(query)!), any([range, comparison].map(onDays))];
  return {
    name: 'stats/main',
    row: dailyRow,
    sql: sql`SELECT day >= ${dayStart(range.start)} AS is_now,
  sumIf(counted.visitors, ${isFirstSince(sql`if(is_now, ${dayStart(range.start)}, ${dayStart(comparison.start)})`)}) AS visitors,
  sumIf(counted.visitors, ${isReturningSince(dayStart(range.start))}) AS returning,
  sum(counted.pageviews) AS pageviews, sum(counted.sessions) AS sessions, sum(counted.bounces) AS bounces,
  sum(counted.duration) AS duration
FROM daily_visitors AS counted
WHERE ${all(wanted)}
GROUP BY is_now`,
  };
}

/** Builds the metrics that the rest of a day adds to whole days before it. Visitors are those without an event on these days. */
export function restQuery(query: StatsQuery, days: Range, rest: Range): Query<ComparedTotals['previous']> {
  const source = tableFor({ ...query, range: days, comparison: rest });
  const ofRest = { ...query, range: rest };
  const visitorsOfRest = sql`SELECT visitor_id FROM ${source.name} WHERE ${chosen(source, ofRest)}`;
  return {
    name: 'stats/main/rest of a day',
    row: previousRow,
    sql: sql`WITH ${isChosen(source, ofRest)} AS is_of_rest, ${hasBegun(source, ofRest)} AS has_begun,
  (
    SELECT uniqExact(visitor_id) FROM ${source.name}
    WHERE ${chosen(source, { ...query, range: days })} AND visitor_id IN (${visitorsOfRest})
  ) AS known
SELECT uniqExactIf(visitor_id, is_of_rest) - known AS visitors,
  sumIf(${source.pageviews}, is_of_rest) AS pageviews,
  sumIf(source.sessions, has_begun) AS sessions, sumIf(source.bounces, has_begun) AS bounces,
  sumIf(source.duration, has_begun) AS duration
FROM ${source.name} AS source
WHERE ${all([ofWebsite(query.websiteId), reached(source, rest), ...split(query.filter).sessions])}`,
  };
}

const COMPARED_NOW = sql`'Tuple(visitors UInt64, returning UInt64, pageviews UInt64, sessions UInt64, bounces Int64, duration UInt64)'`;
const COMPARED_PREVIOUS = sql`'Tuple(visitors UInt64, pageviews UInt64, sessions UInt64, bounces Int64, duration UInt64)'`;

/**
 * Builds the metrics of both ranges. Visitors and pageviews come from the chosen events. Sessions must begin in the range and
 * have a chosen event in it. Each is counted completely, so rows are read past the range's end.
 */
export function totalsQuery(query: StatsQuery, comparison: Range): Query<ComparedTotals> {
  const { websiteId, range, filter } = query;
  const earlier = { ...query, range: comparison };
  const source = tableFor({ ...query, comparison });
  const both = { start: Math.min(range.start, comparison.start), end: Math.max(range.end, comparison.end) };
  return {
    name: 'stats/main',
    row,
    sql: sql`WITH ${isChosen(source, query)} AS is_chosen,
  ${hasBegun(source, query)} AS has_begun,
  ${isChosen(source, earlier)} AS was_chosen,
  ${hasBegun(source, earlier)} AS had_begun
SELECT
  CAST((
    uniqIf(visitor_id, is_chosen), uniqIf(visitor_id, is_chosen AND ${hasComeBefore(query)}),
    sumIf(${source.pageviews}, is_chosen), ${factsIf(sql`has_begun`)}
  ), ${COMPARED_NOW}) AS now,
  CAST((
    uniqIf(visitor_id, was_chosen), sumIf(${source.pageviews}, was_chosen), ${factsIf(sql`had_begun`)}
  ), ${COMPARED_PREVIOUS}) AS previous
FROM ${source.name}
WHERE ${all([ofWebsite(websiteId), reached(source, both), ...split(filter).sessions])}`,
  };
}

/**
 * The condition for a row that is in the range, counts, and passes the filter on events. The filter on sessions is applied
 * elsewhere.
 */
const isChosen = (source: Table, { range, filter }: StatsQuery): Sql =>
  all([during(source.time, range), source.counts, ...split(filter).events]);

/**
 * The condition for rows whose session began in the range and has a chosen event in it. A filter on traits alone needs no
 * subquery.
 */
function hasBegun(source: Table, query: StatsQuery): Sql {
  const began = during(sql`session_start`, query.range);
  if (split(query.filter).events.length === 0) return began;
  const sessions = sql`SELECT visitor_id, session_start FROM ${source.name} WHERE ${chosen(source, query)}`;
  return sql`${began} AND (visitor_id, session_start) IN (${sessions})`;
}

const factsIf = (condition: Sql): Sql =>
  sql`sumIf(sessions, ${condition}), sumIf(bounces, ${condition}), sumIf(duration, ${condition})`;

/** The condition for visitors who were active before the range. */
const hasComeBefore = ({ websiteId, range }: StatsQuery): Sql => sql`visitor_id IN (
    SELECT visitor_id FROM sessions WHERE ${ofWebsite(websiteId)} AND ${before(sql`session_start`, range.start)}
  )`;
