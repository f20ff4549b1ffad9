import { type Sql, sql } from '../clickhouse/sql.js';
import { all, counts, ofWebsite, reached, withBefore } from '../stats/conditions.js';
import { isDuring } from '../stats/cover.js';
import { metrics } from '../stats/metrics.js';
import { NOBODY } from '../stats/total-pieces.js';
import { rangeOf } from '../time/index.js';
import type { Chunk } from './chunk.js';
import { chosenOf, dayOf, withNumbers } from './of-events.js';

/** A session that reaches out of a chunk begins and ends on one of so many days around it. */
const DAYS_AROUND = 3;

const FACTS = sql`sum(begun) AS begun, sum(bounced) AS bounced, sum(lasted) AS lasted`;

/**
 * Visitors and pageviews of each page and day, and facts of the sessions that came to the page for the first time on it,
 * so that the days of a range have each session once.
 */
export const pageDaysOf = (chunk: Chunk): Sql => sql`SELECT [path] AS key, day AS start,
  groupBitmapMergeState(visitors) AS seen, sum(pageviews) AS views, ${FACTS}
FROM (
SELECT path, ${dayOf(sql`time`, chunk)} AS day, groupBitmapState(number) AS visitors, ${metrics.pageviews.ofEvents} AS pageviews,
  0 AS begun, 0 AS bounced, 0 AS lasted
FROM events
${withNumbers(chunk)}
WHERE ${chosenOf(chunk)}
GROUP BY path, day
UNION ALL
SELECT path, came AS day, ${NOBODY} AS visitors, 0 AS pageviews, ${FACTS}
FROM (
${pageSessions(chunk)}
)
WHERE ${isDuring(sql`came`, chunk.days)}
GROUP BY path, day
)
GROUP BY path, day`;

/**
 * Of each page and day the sessions that began before the day and came to the page on it or after: what a range that
 * starts with the day must leave out.
 */
export const carriedOf = (chunk: Chunk): Sql => sql`SELECT [path] AS key, toDate(day) AS start,
  ${NOBODY} AS seen, 0 AS views, ${FACTS}
FROM (
${pageSessions(chunk)}
)
ARRAY JOIN range(toUInt16(began) + 1, toUInt16(came) + 1) AS day
WHERE ${isDuring(sql`toDate(day)`, chunk.days)}
GROUP BY path, day`;

/** A row for each session and page: the days on which it began and came to the page, and its facts. */
function pageSessions({ websiteId, period, zone, days }: Chunk): Sql {
  const around = { first: days.first - DAYS_AROUND, end: days.end + DAYS_AROUND };
  const calendar = { days: around, period: rangeOf(around, zone), zone };
  return sql`SELECT path, ${dayOf(sql`session_start`, calendar)} AS began, ${dayOf(sql`first`, calendar)} AS came, begun, bounced, lasted
FROM (
  SELECT session_start, minMapIf([path], [time], ${counts}) AS firsts,
    sum(sessions) AS begun, sum(bounces) AS bounced, sum(duration) AS lasted
  FROM events
  WHERE ${all([ofWebsite(websiteId), reached(withBefore(period))])}
  GROUP BY visitor_id, session_start
)
ARRAY JOIN firsts.1 AS path, firsts.2 AS first`;
}
