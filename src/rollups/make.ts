import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { join, type Sql, sql, uuid } from '../clickhouse/sql.js';
import { ofWebsite } from '../stats/conditions.js';
import { dateOf, isDuring } from '../stats/cover.js';
import { dailyGroupings, type Grouping, groupingName, groupings, keyOf } from '../stats/groupings.js';
import type { Chunk } from './chunk.js';
import { exitClicksOf, hoursOf, numbersOf, pageNumbersOf, sessionDaysOf, traitColumns } from './of-events.js';
import { carriedOf, pageDaysOf } from './pages.js';
import { totals, totalsOfDays, totalsOfMonth } from './totals.js';

/** Makes what answers for a chunk, from its events. The tables must hold nothing of it yet. */
export async function make(clickhouse: ClickHouse, chunk: Chunk): Promise<void> {
  const { days, month } = chunk;
  const insert = (into: Sql, rows: Sql) =>
    // An equal block that was inserted once, and deleted since, would be taken for a repeat.
    clickhouse.command(sql`INSERT INTO ${into}\n${rows}\nSETTINGS insert_deduplicate = 0`);
  await insert(sql`visitor_numbers (website_id, visitor_id, number, since)`, numbersOf(chunk));
  await insert(sql`page_numbers (website_id, path, page, since)`, pageNumbersOf(chunk));
  await insert(
    sql`daily_sessions (website_id, day, visitor, pageviews, sessions, bounces, duration, ${traitColumns}, pages, page_views)`,
    sessionDaysOf(chunk),
  );
  await insert(sql`exit_clicks (website_id, day, link, path, clicks, ${traitColumns})`, exitClicksOf(chunk));
  await insert(totals, totalsOfDays(chunk));
  const ofDays = dailyGroupings.map((grouping) =>
    rowsOf(chunk, grouping, 'day', daysOfSessions(chunk, groupings[grouping])),
  );
  await insert(rollup, rowsOf(chunk, 'page', 'day', pageDaysOf(chunk)));
  await insert(rollup, rowsOf(chunk, 'carried', 'day', carriedOf(chunk)));
  await insert(rollup, join(ofDays, UNITED));
  await insert(sql`hours (website_id, start, visitors, pageviews)`, hoursOf(chunk));
  if (month === undefined) return;
  const whole = { ...chunk, days: { first: month, end: days.end } };
  await insert(totals, totalsOfMonth(whole));
  const ofMonth = Object.entries(groupings).map(([grouping, columns]) =>
    rowsOf(chunk, grouping as keyof typeof groupings, 'month', monthOfSessions(whole, columns)),
  );
  await insert(rollup, join([rowsOf(chunk, 'page', 'month', monthOfPages(whole)), ...ofMonth], UNITED));
}

const UNITED = '\nUNION ALL\n';

const rollup = sql`rollups (website_id, grouping, unit, key, start, people, visitors, pageviews, sessions, bounces, duration)`;

const units = { day: sql`'day'`, month: sql`'month'` } as const;

/** Every piece names its columns, and casts what it has not, alike: the engine unites no others. */
const rowsOf = ({ websiteId }: Chunk, grouping: Grouping | 'carried', unit: keyof typeof units, rows: Sql): Sql =>
  sql`SELECT ${uuid(websiteId)} AS website, ${groupingName(grouping)} AS grouped, ${units[unit]} AS unit, key, start,
  finalizeAggregation(seen) AS people, seen, toUInt64(views) AS views,
  toUInt64(begun) AS begun, toInt64(bounced) AS bounced, toUInt64(lasted) AS lasted
FROM (
${rows}
)`;

const monthOfPages = ({ websiteId, days }: Chunk): Sql =>
  sql`SELECT key, ${dateOf(days.first)} AS start, groupBitmapMergeState(visitors) AS seen, sum(pageviews) AS views,
  sum(sessions) AS begun, sum(bounces) AS bounced, sum(duration) AS lasted
FROM rollups
WHERE ${ofWebsite(websiteId)} AND grouping = ${groupingName('page')} AND unit = 'day' AND toStartOfMonth(rollups.start) = ${dateOf(days.first)}
GROUP BY key`;

const FACTS = sql`groupBitmapState(visitor) AS seen, sum(pageviews) AS views,
  sum(sessions) AS begun, sum(bounces) AS bounced, sum(duration) AS lasted`;

const monthOfSessions = (chunk: Chunk, columns: readonly Sql[]): Sql =>
  sql`SELECT ${keyOf(columns)} AS key, ${dateOf(chunk.days.first)} AS start, ${FACTS}
FROM daily_sessions
WHERE ${inChunk(chunk)}
GROUP BY ${join(columns, ', ')}`;

const daysOfSessions = (chunk: Chunk, columns: readonly Sql[]): Sql =>
  sql`SELECT ${keyOf(columns)} AS key, day AS start, ${FACTS}
FROM daily_sessions
WHERE ${inChunk(chunk)}
GROUP BY ${join([...columns, sql`day`], ', ')}`;

const inChunk = ({ websiteId, days }: Chunk): Sql => sql`${ofWebsite(websiteId)} AND ${isDuring(sql`day`, days)}`;
