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

/** Makes what answers for a chunk, from its events. The tables must hold nothing of it yet. */
export async function make(clickhouse: ClickHouse, chunk: Chunk): Promise<void> {
  const insert = (into: Sql, rows: Sql) => insertRows(clickhouse, into, rows);
  await insert(sql`visitor_numbers (website_id, visitor_id, number, since)`, numbersOf(chunk));
  await insert(sql`page_numbers (website_id, path, page, since)`, pageNumbersOf(chunk));
  await insert(dailySessions, dailySessionsOf(chunk));
  await insert(sql`exit_clicks (website_id, day, link, path, clicks, ${traitColumns})`, exitClicksOf(chunk));
  for (const rows of dailyVisitorsOf(chunk)) await insert(dailyVisitors, rows);
  for (const rows of dailyValuesOf(chunk)) await insert(dailyValues, rows);
  await insert(dailyTotals, dailyTotalsOf(chunk));
  for (const rows of hourlyVisitorsOf(chunk)) await insert(hourlyVisitors, rows);
}
