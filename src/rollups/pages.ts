import { ofWebsite, type Sql, sql } from '../clickhouse/sql.js';
import { all, counts, reached, withBefore } from '../stats/conditions.js';
import { isDuring } from '../stats/cover.js';
import { rangeOf } from '../time/index.js';
import type { Chunk } from './chunk.js';
import { dayOf } from './of-events.js';

/** A session that reaches out of a chunk begins and ends on one of so many days around it. */
const DAYS_AROUND = 3;

const FACTS = sql`toInt64(sum(begun)) AS begun, toInt64(sum(bounced)) AS bounced, toInt64(sum(lasted)) AS lasted`;

/** Facts of sessions by page and the day on which they came to it for the first time, so that the days of a range have each once. */
export const pageSessionsOf = (chunk: Chunk): Sql => sql`SELECT path, came AS day, ${FACTS}
FROM (
${pageSessions(chunk)}
)
WHERE ${isDuring(sql`came`, chunk.days)}
GROUP BY path, day`;

/**
 * Of each page and day the sessions that came to the page on it for the first time and had begun before `only_from`: what a range that
 * starts with that day must leave out.
 */
export const carriedOf = (chunk: Chunk): Sql => sql`SELECT path, came AS day, toDate(each) AS only_from, ${FACTS}
FROM (
${pageSessions(chunk)}
)
ARRAY JOIN range(toUInt16(began) + 1, toUInt16(came) + 1) AS each
WHERE ${isDuring(sql`came`, chunk.days)}
GROUP BY path, day, only_from`;

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
