import { type Sql, sql, uuid } from '../clickhouse/sql.js';
import { ofWebsite } from '../stats/conditions.js';
import { dateOf, isDuring } from '../stats/cover.js';
import { NOBODY } from '../stats/total-pieces.js';
import type { Chunk } from './chunk.js';
import { newcomersOf } from './of-events.js';

export const totals = sql`totals (website_id, unit, start, people, visitors, newcomers, pageviews, sessions, bounces, duration)`;

/** A row for each day of a chunk with events, from the session days and visitors that have been made of it. */
export const totalsOfDays = (chunk: Chunk): Sql => sql`SELECT ${uuid(chunk.websiteId)}, 'day', day,
  groupBitmapMerge(seen), groupBitmapMergeState(seen), groupBitmapMergeState(new),
  sum(views), sum(begun), sum(bounced), sum(lasted)
FROM (
SELECT day, groupBitmapState(visitor) AS seen, ${NOBODY} AS new,
  sum(pageviews) AS views, sum(sessions) AS begun, sum(bounces) AS bounced, sum(duration) AS lasted
FROM daily_sessions
WHERE ${ofWebsite(chunk.websiteId)} AND ${isDuring(sql`day`, chunk.days)}
GROUP BY day
UNION ALL
SELECT day, ${NOBODY} AS seen, new, 0 AS views, 0 AS begun, 0 AS bounced, 0 AS lasted
FROM (
${newcomersOf(chunk)}
)
)
GROUP BY day`;

/** The row of a whole month, from those of its days. */
export const totalsOfMonth = ({
  websiteId,
  days,
}: Chunk): Sql => sql`SELECT ${uuid(websiteId)}, 'month', ${dateOf(days.first)},
  groupBitmapMerge(visitors), groupBitmapMergeState(visitors), groupBitmapMergeState(newcomers),
  sum(pageviews), sum(sessions), sum(bounces), sum(duration)
FROM totals
WHERE ${ofWebsite(websiteId)} AND unit = 'day' AND ${isDuring(sql`totals.start`, days)}
HAVING count() > 0`;
