import { date, instant, join, ofWebsite, type Sql, sql, uuid } from '../clickhouse/sql.js';
import { alikeBy } from '../stats/alike.js';
import { isDuring } from '../stats/cover.js';
import { dimensions } from '../stats/dimensions.js';
import type { Chunk } from './chunk.js';
import { NEVER } from './never.js';
import { chosenOf, sessionDayColumns, sessionDaysOf } from './of-events.js';

/** The table, and its columns in the order in which rows have them. */
export const dailySessions = sql`daily_sessions (website_id, ${sessionDayColumns}, last, last_by_channel, varies)`;

const ALIKE = sql`visitor, ${join(
  alikeBy.map((name) => dimensions[name].column),
  ', ',
)}`;

const BEFORE = sql`ORDER BY day, session_start ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING`;

/** A row for each session and day of a chunk, and when its visitor had last come alike. */
export const dailySessionsOf = (chunk: Chunk): Sql => sql`SELECT website, ${sessionDayColumns}, last, last_by_channel,
  last = ${NEVER} AND last_of_all > ${NEVER} AS varies
FROM (
  SELECT website, ${sessionDayColumns},
    max(day) OVER alike AS last,
    max(day) OVER alike_by_channel AS last_by_channel,
    max(day) OVER at_all AS last_of_all
  FROM (
${sessionDaysOf(chunk)}
UNION ALL
SELECT website_id, ${sessionDayColumns}, ${instant(0)}
FROM daily_sessions
WHERE ${ofWebsite(chunk.websiteId)} AND day < ${date(chunk.days.first)}
  AND visitor_id GLOBAL IN (SELECT visitor_id FROM events WHERE ${chosenOf(chunk)})
  )
  WINDOW alike AS (PARTITION BY ${ALIKE} ${BEFORE}),
    alike_by_channel AS (PARTITION BY ${ALIKE}, channel ${BEFORE}),
    at_all AS (PARTITION BY visitor ${BEFORE})
)
WHERE ${isDuring(sql`day`, chunk.days)}`;

export const varyingVisitors = sql`varying_visitors (website_id, visitor, since)`;

/** The visitors of a chunk's session days who vary, and did not before. */
export const varyingVisitorsOf = ({ websiteId, days }: Chunk): Sql => sql`SELECT ${uuid(websiteId)}, visitor, min(day)
FROM daily_sessions
WHERE ${ofWebsite(websiteId)} AND ${isDuring(sql`day`, days)} AND varies
  AND visitor GLOBAL NOT IN (SELECT visitor FROM varying_visitors WHERE ${ofWebsite(websiteId)})
GROUP BY visitor`;
