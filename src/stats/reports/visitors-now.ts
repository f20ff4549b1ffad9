import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { sql } from '../../clickhouse/sql.js';
import { chosenEvents } from '../sources/events.js';

const WINDOW_MS = 5 * 60 * 1000;

const row = z.object({ visitors: z.coerce.number() });

/** Visitors with an event in the five minutes before `now`, epoch milliseconds. */
export async function visitorsNow(clickhouse: ClickHouse, websiteId: string, now: number): Promise<number> {
  const [found] = await clickhouse.query(visitorsNowQuery(websiteId, now));
  return found?.visitors ?? 0;
}

/** Includes events of the current millisecond. */
export const visitorsNowQuery = (websiteId: string, now: number): Query<z.infer<typeof row>> => ({
  name: 'stats/visitors-now',
  row,
  sql: sql`SELECT uniq(visitor_id) AS visitors
FROM events
WHERE ${chosenEvents({ websiteId, range: { start: now - WINDOW_MS, end: now + 1 }, filter: undefined })}`,
});
