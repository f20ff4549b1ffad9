import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { join, type Sql, sql, uuid } from '../clickhouse/sql.js';
import { ofWebsite } from '../stats/conditions.js';
import { dateOf, isDuring } from '../stats/cover.js';
import { type Grouping, groupingName, groupings, keyOf } from '../stats/groupings.js';
import type { Chunk } from './chunk.js';
import { hoursOf, newcomersOf, numbersOf, pageDaysOf, sessionDaysOf, traitColumns } from './of-events.js';

/** Makes what answers for a chunk, from its events. The tables must hold nothing of it yet. */
export async function make(clickhouse: ClickHouse, chunk: Chunk): Promise<void> {
  const { days, month } = chunk;
  const insert = (into: Sql, rows: Sql) =>
    // An equal block that was inserted once, and deleted since, would be taken for a repeat.
    clickhouse.command(sql`INSERT INTO ${into}\n${rows}\nSETTINGS insert_deduplicate = 0`);
  await insert(sql`visitor_numbers (website_id, visitor_id, number, since)`, numbersOf(chunk));
  await insert(
    sql`session_days (website_id, day, visitor, pageviews, sessions, bounces, duration, ${traitColumns})`,
    sessionDaysOf(chunk),
  );
  await insert(rollup, dayRows(chunk, 'all', allDaysOf(chunk)));
  await insert(rollup, dayRows(chunk, 'page', pageDaysOf(chunk)));
  await insert(rollup, dayRows(chunk, 'new', newcomersOf(chunk)));
  await insert(sql`hours (website_id, start, visitors, pageviews)`, hoursOf(chunk));
  if (month === undefined) return;
  const whole = { ...chunk, days: { first: month, end: days.end } };
  for (const grouping of ['page', 'new'] as const) await insert(rollup, monthOfDays(whole, grouping));
  for (const [grouping, columns] of Object.entries(groupings)) {
    await insert(rollup, monthOfSessions(whole, grouping as keyof typeof groupings, columns));
  }
}

const rollup = sql`rollups (website_id, grouping, unit, key, start, visitors, pageviews, sessions, bounces, duration)`;

const dayRows = ({ websiteId }: Chunk, grouping: Grouping | 'new', rows: Sql): Sql =>
  sql`SELECT ${uuid(websiteId)}, ${groupingName(grouping)}, 'day', * FROM (\n${rows}\n)`;

const FACTS = sql`groupBitmapState(visitor), sum(pageviews), sum(sessions), sum(bounces), sum(duration)`;

const allDaysOf = ({ websiteId, days }: Chunk): Sql => sql`SELECT ${keyOf([])}, day, ${FACTS}
FROM session_days
WHERE ${ofWebsite(websiteId)} AND ${isDuring(sql`day`, days)}
GROUP BY day`;

const monthOfDays = ({ websiteId, days }: Chunk, grouping: Grouping | 'new'): Sql =>
  sql`SELECT ${uuid(websiteId)}, ${groupingName(grouping)}, 'month', key, ${dateOf(days.first)},
  groupBitmapMergeState(visitors), sum(pageviews), 0, 0, 0
FROM rollups
WHERE ${ofWebsite(websiteId)} AND grouping = ${groupingName(grouping)} AND unit = 'day' AND ${isDuring(sql`start`, days)}
GROUP BY key`;

const monthOfSessions = ({ websiteId, days }: Chunk, grouping: Grouping, columns: readonly Sql[]): Sql =>
  sql`SELECT ${uuid(websiteId)}, ${groupingName(grouping)}, 'month', ${keyOf(columns)}, ${dateOf(days.first)}, ${FACTS}
FROM session_days
WHERE ${ofWebsite(websiteId)} AND ${isDuring(sql`day`, days)}
${columns.length === 0 ? sql`` : sql`GROUP BY ${join(columns, ', ')}`}`;
