import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { ofWebsite, type Sql, sql } from '../../clickhouse/sql.js';

export const hasEventsShape = z.object({ hasEvents: z.boolean() });

const row = z.object({ visitor: z.string() });

export async function hasEvents(clickhouse: ClickHouse, websiteId: string): Promise<z.infer<typeof hasEventsShape>> {
  const found = await clickhouse.query(anyVisitor(ofWebsite(websiteId)));
  return { hasEvents: found.length > 0 };
}

const anyVisitor = (website: Sql): Query<z.infer<typeof row>> => ({
  name: 'stats/has-events',
  row,
  sql: sql`SELECT toString(visitor_id) AS visitor FROM sessions WHERE ${website} LIMIT 1`,
});
