import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { ofWebsite, sql } from '../../clickhouse/sql.js';

const row = z.object({ first: z.coerce.number() });

/** Returns the time of a website's first event in epoch milliseconds; undefined without events. */
export async function firstEventAt(clickhouse: ClickHouse, websiteId: string): Promise<number | undefined> {
  const [found] = await clickhouse.query(firstEventQuery(websiteId));
  return found?.first;
}

/** Builds the query. The sorting key finds the first day without reading the others. */
export const firstEventQuery = (websiteId: string): Query<z.infer<typeof row>> => ({
  name: 'stats/first-event',
  row,
  sql: sql`WITH (
  SELECT toDate(time) FROM events WHERE ${ofWebsite(websiteId)} ORDER BY website_id, toDate(time) LIMIT 1
) AS first_day
SELECT toUnixTimestamp64Milli(min(time)) AS first FROM events
WHERE ${ofWebsite(websiteId)} AND toDate(time) = first_day
HAVING count() > 0`,
});
