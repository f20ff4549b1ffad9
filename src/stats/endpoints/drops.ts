import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { ofWebsite, sql } from '../../clickhouse/sql.js';
import { all, during } from '../conditions.js';
import type { Period } from '../question.js';

export const dropsShape = z.object({
  drops: z.array(z.object({ reason: z.string(), events: z.number() })),
  total: z.number(),
});

const row = z.object({ reason: z.string(), events: z.coerce.number() });

/** Events of a website that were not counted, by reason, the most frequent first. To a quarter of an hour. */
export async function drops(
  clickhouse: ClickHouse,
  websiteId: string,
  period: Period,
): Promise<z.infer<typeof dropsShape>> {
  const found = [...(await clickhouse.query(dropsQuery(websiteId, period)))];
  return { drops: found, total: found.reduce((sum, { events }) => sum + events, 0) };
}

export const dropsQuery = (websiteId: string, period: Period): Query<z.infer<typeof row>> => ({
  name: 'stats/drops',
  row,
  sql: sql`SELECT reason, sum(events) AS events
FROM drops
WHERE ${all([ofWebsite(websiteId), during(sql`time`, period)])}
GROUP BY reason
ORDER BY events DESC, reason`,
});
