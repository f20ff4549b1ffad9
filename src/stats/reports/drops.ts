import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { ofWebsite, sql } from '../../clickhouse/sql.js';
import type { Range } from '../../time/index.js';
import { during } from '../sources/conditions.js';
import type { Report } from './report.js';

const dropsShape = z.object({
  drops: z.array(z.object({ reason: z.string(), events: z.number() })),
  total: z.number(),
});

export type Drops = z.infer<typeof dropsShape>;

const row = z.object({ reason: z.string(), events: z.coerce.number() });

/** Most frequent first. Accurate to a quarter of an hour. */
export async function drops(clickhouse: ClickHouse, websiteId: string, range: Range): Promise<Drops> {
  const found = [...(await clickhouse.query(dropsQuery(websiteId, range)))];
  return { drops: found, total: found.reduce((sum, { events }) => sum + events, 0) };
}

export const dropsQuery = (websiteId: string, range: Range): Query<z.infer<typeof row>> => ({
  name: 'stats/drops',
  row,
  sql: sql`SELECT reason, sum(events) AS events
FROM drops
WHERE ${ofWebsite(websiteId)} AND ${during(sql`time`, range)}
GROUP BY reason
ORDER BY events DESC, reason`,
});

export const dropsReport: Report<Drops> = {
  path: 'drops',
  summary: 'List dropped events',
  description: 'Events that were not counted, by reason, the most frequent first. Accurate to a quarter of an hour.',
  hasFilters: false,
  response: dropsShape,
  read: (clickhouse, { scope: { websiteId, range } }) => drops(clickhouse, websiteId, range),
};
