import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { insertRows } from '../clickhouse/insert-rows.js';
import { type Sql, sql } from '../clickhouse/sql.js';
import type { Chunk } from './chunk.js';
import { dailySessions, dailySessionsOf } from './daily-sessions.js';
import { dailyTotals, dailyTotalsOf } from './daily-totals.js';
import { dailyValues, dailyValuesOf } from './daily-values.js';
import { dailyVisitors, dailyVisitorsOf } from './daily-visitors.js';
import { hourlyVisitors, hourlyVisitorsOf } from './hourly-visitors.js';
import { exitClicksOf, numbersOf, pageNumbersOf, traitColumns } from './of-events.js';

/**
 * Makes what answers for a chunk, from its events, statement by statement until `signal` is aborted, which is thrown. The tables
 * must hold nothing of it yet.
 */
export async function make(clickhouse: ClickHouse, chunk: Chunk, signal: AbortSignal): Promise<void> {
  for (const [into, rows] of insertsOf(chunk)) {
    signal.throwIfAborted();
    await insertRows(clickhouse, into, rows);
  }
}

/** What is inserted for a chunk, in an order in which each finds what it is made of. */
const insertsOf = (chunk: Chunk): readonly (readonly [into: Sql, rows: Sql])[] => [
  [sql`visitor_numbers (website_id, visitor_id, number, since)`, numbersOf(chunk)],
  [sql`page_numbers (website_id, path, page, since)`, pageNumbersOf(chunk)],
  [dailySessions, dailySessionsOf(chunk)],
  [sql`exit_clicks (website_id, day, link, path, clicks, ${traitColumns})`, exitClicksOf(chunk)],
  ...dailyVisitorsOf(chunk).map((rows) => [dailyVisitors, rows] as const),
  ...dailyValuesOf(chunk).map((rows) => [dailyValues, rows] as const),
  [dailyTotals, dailyTotalsOf(chunk)],
  ...hourlyVisitorsOf(chunk).map((rows) => [hourlyVisitors, rows] as const),
];
