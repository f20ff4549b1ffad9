import { date, join, ofWebsite, type Sql, sql } from '../clickhouse/sql.js';
import { alikeBy } from './alike.js';
import type { Chunk } from './chunk.js';
import { NEVER } from './never.js';
import { chosenOf, sessionDayColumns, sessionDaysOf } from './of-events.js';

/** The table, and its columns in the order in which rows have them. */
export const dailySessions = sql`daily_sessions (website_id, ${sessionDayColumns}, last, last_by_channel, changed)`;

/** What visits are alike by. */
const TRAITS: Sql = sql`(${join(alikeBy, ', ')})`;

/** The day of a visit as the first one; never where that has changed. */
const ALIKE: Sql = sql`if(changed = 0, day, ${NEVER})`;

const IN_ORDER = sql`ORDER BY day, session_start ROWS BETWEEN UNBOUNDED PRECEDING`;
const UNTIL_NOW = sql`PARTITION BY visitor ${IN_ORDER} AND CURRENT ROW`;

/**
 * A row for each session and day of a chunk, with the last day before on which its visitor had come as they first did, before they
 * ever came otherwise, and whether that has `changed`.
 */
export const dailySessionsOf = (
  chunk: Chunk,
): Sql => sql`SELECT website, ${sessionDayColumns}, last, last_by_channel, changed
FROM (
  SELECT *,
    greatest(had_last, max(${ALIKE}) OVER (PARTITION BY visitor ${IN_ORDER} AND 1 PRECEDING)) AS last,
    greatest(
      had_by_channel.2[indexOf(had_by_channel.1, channel)],
      max(${ALIKE}) OVER (PARTITION BY visitor, channel ${IN_ORDER} AND 1 PRECEDING)
    ) AS last_by_channel
  FROM (
    SELECT *, greatest(had_changed, max(differs) OVER (${UNTIL_NOW})) AS changed
    FROM (
      SELECT *, ${TRAITS} != if(had_last > ${NEVER}, had_traits, first_value(${TRAITS}) OVER (${UNTIL_NOW})) AS differs
      FROM (
${sessionDaysOf(chunk)}
      ) AS come
      GLOBAL LEFT ANY JOIN (
${knownOf(chunk)}
      ) AS known USING (visitor)
    )
  )
)`;

/** Visitors of a chunk who had come before: how at first, when they last came so, also by channel, and whether that had changed. */
const knownOf = (
  chunk: Chunk,
): Sql => sql`SELECT visitor, anyIf(${TRAITS}, changed = 0) AS had_traits, max(changed) AS had_changed,
  maxIf(day, changed = 0) AS had_last, maxMapIf([channel], [day], changed = 0) AS had_by_channel
FROM daily_sessions
WHERE ${ofWebsite(chunk.websiteId)} AND day < ${date(chunk.days.first)}
  AND visitor_id GLOBAL IN (SELECT visitor_id FROM events WHERE ${chosenOf(chunk)})
GROUP BY visitor`;
