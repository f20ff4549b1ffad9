import { type Sql, sql, uuid } from '../clickhouse/sql.js';
import type { Chunk } from './chunk.js';
import { NEVER } from './never.js';
import { bySession, factsByKey, visitorsByLastDay } from './visits-by-key.js';

/** The table, and its columns in the order in which rows have them. */
export const dailyTotals = sql`daily_totals (website_id, day, returning, facts)`;

/** A row for each day of a chunk that has any visitors. */
export function dailyTotalsOf(chunk: Chunk): Sql {
  const everybody = bySession(chunk, []);
  return sql`SELECT ${uuid(chunk.websiteId)}, day,
  arrayReverse(arrayCumSum(arrayReverse(groupArrayInsertAtIf(0)(visitors, toUInt32(day - last - 1), last > ${NEVER})))),
  arrayPushFront(any(facts), toInt64(sumIf(visitors, last = ${NEVER})))
FROM (
  SELECT day, last, toUInt32(sum(counted)) AS visitors
  FROM (
${visitorsByLastDay(everybody)}
  )
  GROUP BY day, last
) AS came
GLOBAL ANY LEFT JOIN (
${factsByKey(everybody)}
) AS brought USING (day)
GROUP BY day`;
}
