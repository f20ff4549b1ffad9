import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { integer, sql, uuids } from '../clickhouse/sql.js';
import { all, counts, during } from './conditions.js';

const HOUR_MS = 60 * 60 * 1000;
const HOURS = 24;

/** A website's last 24 hours: visitors in all, and of each clock hour in UTC, the running one last. */
export interface LastDay {
  readonly visitors: number;
  readonly timeline: readonly { readonly start: number; readonly visitors: number }[];
}

const row = z.object({
  website_id: z.string(),
  hour: z.coerce.number(),
  is_total: z.coerce.number(),
  visitors: z.coerce.number(),
});

/** The last day of every given website, in one statement however many there are. `now` is epoch milliseconds, UTC. */
export async function lastDays(
  clickhouse: ClickHouse,
  websiteIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, LastDay>> {
  const firstHour = Math.floor(now / HOUR_MS) * HOUR_MS - (HOURS - 1) * HOUR_MS;
  const rows = websiteIds.length === 0 ? [] : await clickhouse.query(lastDaysQuery(websiteIds, now));
  const visitors = new Map(rows.map((each) => [keyOf(each.website_id, each.is_total === 1 ? 'all' : each.hour), each]));
  const count = (id: string, hour: number | 'all') => visitors.get(keyOf(id, hour))?.visitors ?? 0;
  const hours = Array.from({ length: HOURS }, (_, index) => firstHour + index * HOUR_MS);
  return new Map(
    websiteIds.map((id) => [
      id,
      { visitors: count(id, 'all'), timeline: hours.map((start) => ({ start, visitors: count(id, start) })) },
    ]),
  );
}

const keyOf = (websiteId: string, hour: number | 'all'): string => `${websiteId}/${hour}`;

export const lastDaysQuery = (websiteIds: readonly string[], now: number) => ({
  name: 'websites/last day',
  row,
  sql: sql`SELECT
  website_id,
  intDiv(toUnixTimestamp64Milli(time), ${integer(HOUR_MS)}) * ${integer(HOUR_MS)} AS hour,
  grouping(hour) AS is_total,
  uniq(visitor_id) AS visitors
FROM events
WHERE ${all([
    sql`website_id IN ${uuids(websiteIds)}`,
    during(sql`time`, { start: now - HOURS * HOUR_MS, end: now + 1 }),
    counts,
  ])}
GROUP BY GROUPING SETS ((website_id), (website_id, hour))`,
});
