import { type Sql, sql, uuid } from '../clickhouse/sql.js';
import { all } from '../stats/conditions.js';
import { isDuring } from '../stats/cover.js';
import { isMadeFor } from '../stats/daily-visitors.js';
import { groupingName } from '../stats/groupings.js';
import type { Chunk } from './chunk.js';
import { NEVER } from './never.js';

/** The table, and its columns in the order in which rows have them. */
export const dailyTotals = sql`daily_totals (website_id, day, returning, facts)`;

/** A row for each day of a chunk that has any visitors, of what `daily_visitors` has of everybody by then. */
export const dailyTotalsOf = ({ websiteId, days }: Chunk): Sql => sql`SELECT ${uuid(websiteId)}, day,
  arrayReverse(arrayCumSum(arrayReverse(groupArrayInsertAtIf(0)(came.visitors, toUInt32(day - last - 1), last > ${NEVER})))),
  [toInt64(sumIf(came.visitors, last = ${NEVER})), toInt64(sum(came.pageviews)), toInt64(sum(came.sessions)),
    toInt64(sum(came.bounces)), toInt64(sum(came.duration))]
FROM daily_visitors
ARRAY JOIN came.day AS day, came.last AS last, came.visitors, came.pageviews, came.sessions, came.bounces, came.duration
WHERE ${all([
  isMadeFor(websiteId, [{ days, made: days.end, tail: undefined }]),
  sql`grouping = ${groupingName('all')} AND kind = 'came'`,
  isDuring(sql`day`, days),
])}
GROUP BY day`;
