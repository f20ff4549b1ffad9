import { date, integers, join, ofWebsite, type Sql, sql, uuid } from '../clickhouse/sql.js';
import { all, counts, ofPeriod, reached, since } from '../stats/conditions.js';
import { isDuring } from '../stats/cover.js';
import { isClick } from '../stats/link-clicks.js';
import { daysOf } from '../time/index.js';
import type { Chunk } from './chunk.js';

/** The traits that session days and clicks keep, of those that events carry. */
const traits: readonly Sql[] = [
  sql`entry_path`,
  sql`referrer`,
  sql`channel`,
  sql`utm_source`,
  sql`utm_medium`,
  sql`utm_campaign`,
  sql`ref`,
  sql`country`,
  sql`city`,
  sql`browser`,
  sql`os`,
  sql`device`,
  sql`language`,
];

export const traitColumns: Sql = join(traits, ', ');

const anyOf: Sql = join(
  traits.map((trait) => sql`any(${trait}) AS ${trait}`),
  ', ',
);

export const chosenOf = ({ websiteId, period }: Chunk): Sql => all([ofWebsite(websiteId), ofPeriod(period), counts]);

/** The next numbers for the chunk's visitors who have none, in the order in which they came. */
export function numbersOf(chunk: Chunk): Sql {
  const known = sql`FROM visitor_numbers WHERE ${ofWebsite(chunk.websiteId)}`;
  return sql`SELECT ${uuid(chunk.websiteId)}, visitor_id,
  toUInt32((SELECT max(number) ${known}) + 1 + rowNumberInAllBlocks()), ${dayOf(sql`first`, chunk)}
FROM (
  SELECT visitor_id, min(time) AS first FROM events
  WHERE ${chosenOf(chunk)} AND visitor_id NOT IN (SELECT visitor_id ${known})
  GROUP BY visitor_id
  ORDER BY first, visitor_id
)`;
}

/** The next numbers for the chunk's pages that have none, the most frequent first. */
export function pageNumbersOf(chunk: Chunk): Sql {
  const known = sql`FROM page_numbers WHERE ${ofWebsite(chunk.websiteId)}`;
  return sql`SELECT ${uuid(chunk.websiteId)}, path,
  toUInt32((SELECT max(page) ${known}) + 1 + rowNumberInAllBlocks()), ${date(chunk.days.first)}
FROM (
  SELECT path FROM events
  WHERE ${chosenOf(chunk)} AND path GLOBAL NOT IN (SELECT path ${known})
  GROUP BY path
  ORDER BY count() DESC, path
)`;
}

const withNumbers = (chunk: Chunk): Sql => sql`LEFT SEMI JOIN (
  SELECT visitor_id, number, since FROM visitor_numbers
  WHERE ${ofWebsite(chunk.websiteId)} AND visitor_id IN (SELECT visitor_id FROM events WHERE ${chosenOf(chunk)})
) AS numbers USING (visitor_id)`;

/** The local day of an instant; the chunk's end for what comes after it. */
export function dayOf(column: Sql, { period, zone, days }: Pick<Chunk, 'period' | 'zone' | 'days'>): Sql {
  const each = daysOf(period, zone);
  const starts = integers([...each.map(({ start }) => start), period.end]);
  const numbers = integers([...each.map(({ day }) => day), days.end]);
  return sql`toDate(transform(roundDown(toUnixTimestamp64Milli(${column}), ${starts}), ${starts}, ${numbers}))`;
}

/** What session days have of their own: the columns in the order in which rows have them. */
export const sessionDayColumns = sql`day, visitor, visitor_id, since, pageviews, sessions, bounces, duration, entry_page, ${traitColumns}, pages, page_views`;

/**
 * A row for each session and day with events of it, and the session's start. The facts of a session are those of all its events, however far past
 * the chunk, and stand on its first day; one that began before the chunk has them there.
 */
export function sessionDaysOf(chunk: Chunk): Sql {
  const { websiteId, period, days } = chunk;
  const fact = (column: Sql) => sql`sumIf(${column}, ${since(sql`session_start`, period.start)})`;
  return sql`SELECT ${uuid(websiteId)} AS website, part.1 AS day, any(number) AS visitor, visitor_id, any(since) AS since,
  sum(part.2) AS pageviews, sum(part.4) AS sessions, sum(part.5) AS bounces, sum(part.6) AS duration,
  any(entry_page) AS entry_page, ${anyOf}, groupArrayArray(part.7) AS pages, groupArrayArray(part.8) AS page_views,
  session_start
FROM (
  SELECT visitor_id, session_start, ${dayOf(sql`time`, chunk)} AS day,
    sumMapIf([page], [1], [type = 'pageview'], ${counts}) AS on_pages,
    (day, countIf(type = 'pageview'), countIf(${counts}), 0, 0, 0, on_pages.1, on_pages.3) AS on_day,
    (
      ${dayOf(sql`session_start`, chunk)}, 0, 0, ${fact(sql`sessions`)}, ${fact(sql`bounces`)}, ${fact(sql`duration`)},
      [], []
    ) AS at_start,
    ${anyOf}
  FROM events
  GLOBAL LEFT ANY JOIN (
    SELECT path, page FROM page_numbers WHERE ${ofWebsite(websiteId)}
  ) AS numbered USING (path)
  WHERE ${all([ofWebsite(websiteId), reached(period)])}
  GROUP BY visitor_id, session_start, day
) AS session
ARRAY JOIN [on_day, at_start] AS part
${withNumbers(chunk)}
GLOBAL LEFT ANY JOIN (
  SELECT path AS entry_path, page AS entry_page FROM page_numbers WHERE ${ofWebsite(websiteId)}
) AS entered USING (entry_path)
WHERE ${isDuring(sql`part.1`, days)}
GROUP BY visitor_id, session_start, part.1
HAVING sum(part.3) > 0`;
}

/** Clicks on links by day, page and traits. */
export const exitClicksOf = (
  chunk: Chunk,
): Sql => sql`SELECT ${uuid(chunk.websiteId)}, ${dayOf(sql`time`, chunk)} AS day, link, path, count(), ${traitColumns}
FROM events
WHERE ${chosenOf(chunk)} AND ${isClick}
GROUP BY day, link, path, ${traitColumns}`;
