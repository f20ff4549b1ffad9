import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { join, ofWebsite, sql, uuids } from '../../clickhouse/sql.js';
import type { Range } from '../../time/index.js';
import { all, any } from '../filters.js';
import { during, inRange } from '../sources/conditions.js';
import { chosenEvents, events } from '../sources/events.js';

export interface RecentTraffic {
  readonly visitors: number;
  /** Epoch milliseconds. */
  readonly lastEvent: number;
}

const recentRow = z.object({ website_id: z.string(), visitors: z.coerce.number(), last_event: z.coerce.number() });

/** Reads up to `MAX_UUIDS` websites with one statement. Websites without events in the range are omitted. */
export async function recentTraffic(
  clickhouse: ClickHouse,
  websiteIds: readonly string[],
  range: Range,
): Promise<ReadonlyMap<string, RecentTraffic>> {
  if (websiteIds.length === 0) return new Map();
  const rows = await clickhouse.query({
    name: 'stats/recent-traffic',
    row: recentRow,
    sql: sql`SELECT website_id, uniq(visitor_id) AS visitors, toUnixTimestamp64Milli(max(time)) AS last_event
FROM events
WHERE ${all([sql`website_id IN ${uuids(websiteIds)}`, inRange(events, range), events.counts])}
GROUP BY website_id`,
  });
  return new Map(rows.map(({ website_id, visitors, last_event }) => [website_id, { visitors, lastEvent: last_event }]));
}

export async function visitorsIn(
  clickhouse: ClickHouse,
  websiteId: string,
  ranges: readonly Range[],
): Promise<readonly number[]> {
  if (ranges.length === 0) return [];
  const [found] = await clickhouse.query({
    name: 'stats/visitors-in-ranges',
    row: z.object({ visitors: z.array(z.coerce.number()) }),
    sql: sql`SELECT [${join(
      ranges.map((range) => sql`uniqIf(visitor_id, ${during(sql`time`, range)})`),
      ', ',
    )}] AS visitors
FROM events
WHERE ${all([ofWebsite(websiteId), any(ranges.map((range) => inRange(events, range))), events.counts])}`,
  });
  return found?.visitors ?? ranges.map(() => 0);
}

/** Epoch milliseconds; undefined without events. */
export async function firstEventIn(
  clickhouse: ClickHouse,
  websiteId: string,
  range: Range,
): Promise<number | undefined> {
  const [found] = await clickhouse.query({
    name: 'stats/first-event',
    row: z.object({ first: z.coerce.number() }),
    sql: sql`SELECT toUnixTimestamp64Milli(min(time)) AS first
FROM events
WHERE ${chosenEvents({ websiteId, range, filter: undefined })}
HAVING count() > 0`,
  });
  return found?.first;
}
