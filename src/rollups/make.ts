import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { join, type Sql, sql, uuid } from '../clickhouse/sql.js';
import { ofWebsite } from '../stats/conditions.js';
import { dateOf, isDuring } from '../stats/cover.js';
import { type Grouping, groupingName, groupings, keyOf } from '../stats/groupings.js';
import type { Chunk } from './chunk.js';
import { hoursOf, NO_FACTS, numbersOf, pageDaysOf, sessionDaysOf, traitColumns } from './of-events.js';
import { totals, totalsOfDays, totalsOfMonth } from './totals.js';

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
  await insert(totals, totalsOfDays(chunk));
  await insert(rollup, dayRows(chunk, 'page', pageDaysOf(chunk)));
  await insert(sql`hours (website_id, start, visitors, pageviews)`, hoursOf(chunk));
  if (month === undefined) return;
  const whole = { ...chunk, days: { first: month, end: days.end } };
  await insert(totals, totalsOfMonth(whole));
  const monthly = [
    monthOfDays(whole, 'page'),
    ...Object.entries(groupings).map(([grouping, columns]) =>
      monthOfSessions(whole, grouping as keyof typeof groupings, columns),
    ),
  ];
  await insert(rollup, join(monthly, '\nUNION ALL\n'));
}

const rollup = sql`rollups (website_id, grouping, unit, key, start, people, visitors, pageviews, sessions, bounces, duration)`;

/** Every piece names its columns, and casts what it has not, alike: the engine unites no others. */
const rowsOf = ({ websiteId }: Chunk, grouping: Grouping, unit: Sql, rows: Sql): Sql =>
  sql`SELECT ${uuid(websiteId)} AS website, ${groupingName(grouping)} AS grouped, ${unit} AS unit, key, start,
  finalizeAggregation(seen) AS people, seen, toUInt64(views) AS views,
  toUInt64(begun) AS begun, toInt64(bounced) AS bounced, toUInt64(lasted) AS lasted
FROM (
${rows}
)`;

const dayRows = (chunk: Chunk, grouping: Grouping, rows: Sql): Sql => rowsOf(chunk, grouping, sql`'day'`, rows);

const FACTS = sql`groupBitmapState(visitor) AS seen, sum(pageviews) AS views,
  sum(sessions) AS begun, sum(bounces) AS bounced, sum(duration) AS lasted`;

const monthOfDays = (chunk: Chunk, grouping: Grouping): Sql =>
  rowsOf(
    chunk,
    grouping,
    sql`'month'`,
    sql`SELECT key, ${dateOf(chunk.days.first)} AS start, groupBitmapMergeState(visitors) AS seen, sum(pageviews) AS views, ${NO_FACTS}
FROM rollups
WHERE ${ofWebsite(chunk.websiteId)} AND grouping = ${groupingName(grouping)} AND unit = 'day' AND ${isDuring(sql`rollups.start`, chunk.days)}
GROUP BY key`,
  );

const monthOfSessions = (chunk: Chunk, grouping: Grouping, columns: readonly Sql[]): Sql =>
  rowsOf(
    chunk,
    grouping,
    sql`'month'`,
    sql`SELECT ${keyOf(columns)} AS key, ${dateOf(chunk.days.first)} AS start, ${FACTS}
FROM session_days
WHERE ${ofWebsite(chunk.websiteId)} AND ${isDuring(sql`day`, chunk.days)}
GROUP BY ${join(columns, ', ')}`,
  );
