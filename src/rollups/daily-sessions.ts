import { date, instant, ofWebsite, type Sql, sql } from '../clickhouse/sql.js';
import { any } from '../stats/conditions.js';
import { isDuring } from '../stats/cover.js';
import { alikeBy } from './alike.js';
import type { Chunk } from './chunk.js';
import { NEVER } from './never.js';
import { chosenOf, sessionDayColumns, sessionDaysOf } from './of-events.js';

/** The table, and its columns in the order in which rows have them. */
export const dailySessions = sql`daily_sessions (website_id, ${sessionDayColumns}, last, last_by_channel, changed)`;

/** Whether a visit differs from the first one of its visitor. */
const DIFFERS: Sql = any(alikeBy.map((column) => sql`${column} != first_value(${column}) OVER until_now`));

/** A visitor's visits in their order. Of earlier days that is not known within a day, but that a first visit came before a change. */
const IN_ORDER = sql`ORDER BY day, had_changed, session_start`;
const UNTIL_NOW = sql`PARTITION BY visitor ${IN_ORDER} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW`;
const BEFORE = sql`ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING`;

/**
 * A row for each session and day of a chunk, with the last day before on which its visitor had come as they first did, before they
 * ever came otherwise, and whether that has `changed`.
 */
export const dailySessionsOf = (
  chunk: Chunk,
): Sql => sql`SELECT website, ${sessionDayColumns}, last, last_by_channel, changed
FROM (
  SELECT *,
    max(if(changed = 0, day, ${NEVER})) OVER (PARTITION BY visitor ${IN_ORDER} ${BEFORE}) AS last,
    max(if(changed = 0, day, ${NEVER})) OVER (PARTITION BY visitor, channel ${IN_ORDER} ${BEFORE}) AS last_by_channel
  FROM (
    SELECT *, max(differs) OVER (${UNTIL_NOW}) AS changed
    FROM (
      SELECT *, ${DIFFERS} AS differs
      FROM (
SELECT *, 0 AS had_changed
FROM (
${sessionDaysOf(chunk)}
)
UNION ALL
SELECT website_id, ${sessionDayColumns}, ${instant(0)}, changed
FROM daily_sessions
WHERE ${ofWebsite(chunk.websiteId)} AND day < ${date(chunk.days.first)}
  AND visitor_id GLOBAL IN (SELECT visitor_id FROM events WHERE ${chosenOf(chunk)})
      )
      WINDOW until_now AS (${UNTIL_NOW})
    )
  )
)
WHERE ${isDuring(sql`day`, chunk.days)}`;
