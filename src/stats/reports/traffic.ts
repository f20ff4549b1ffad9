import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { join, ofWebsite, sql, uuids } from '../../clickhouse/sql.js';
import type { Range } from '../../time/index.js';
import { all, any } from '../filters.js';
import { during, inRange } from '../sources/conditions.js';
import { events } from '../sources/events.js';

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
  const rows = await clickhouse.query(recentTrafficQuery(websiteIds, range));
  return new Map(rows.map(({ website_id, visitors, last_event }) => [website_id, { visitors, lastEvent: last_event }]));
}

export const recentTrafficQuery = (websiteIds: readonly string[], range: Range): Query<z.infer<typeof recentRow>> => ({
  name: 'stats/recent-traffic',
  row: recentRow,
  sql: sql`SELECT website_id, uniq(visitor_id) AS visitors, toUnixTimestamp64Milli(max(time)) AS last_event
FROM events
WHERE ${all([sql`website_id IN ${uuids(websiteIds)}`, inRange(events, range), events.counts])}
GROUP BY website_id`,
});

const visitorsRow = z.object({ visitors: z.array(z.coerce.number()) });

export async function visitorsIn(
  clickhouse: ClickHouse,
  websiteId: string,
  ranges: readonly Range[],
): Promise<readonly number[]> {
  if (ranges.length === 0) return [];
  const [found] = await clickhouse.query(visitorsInQuery(websiteId, ranges));
  return found?.visitors ?? ranges.map(() => 0);
}

export const visitorsInQuery = (websiteId: string, ranges: readonly Range[]): Query<z.infer<typeof visitorsRow>> => ({
  name: 'stats/visitors-in-ranges',
  row: visitorsRow,
  sql: sql`SELECT [${join(
    ranges.map((range) => sql`uniqIf(visitor_id, ${during(sql`time`, range)})`),
    ', ',
  )}] AS visitors
FROM events
WHERE ${all([ofWebsite(websiteId), any(ranges.map((range) => inRange(events, range))), events.counts])}`,
});

const firstRow = z.object({ first: z.coerce.number() });

/** Epoch milliseconds; undefined without events. */
export async function firstEventIn(
  clickhouse: ClickHouse,
  websiteId: string,
  range: Range,
): Promise<number | undefined> {
  const [found] = await clickhouse.query(firstEventQuery(websiteId, range));
  return found?.first;
}

export const firstEventQuery = (websiteId: string, range: Range): Query<z.infer<typeof firstRow>> => ({
  name: 'stats/first-event',
  row: firstRow,
  sql: sql`SELECT toUnixTimestamp64Milli(min(time)) AS first
FROM events
WHERE ${all([ofWebsite(websiteId), inRange(events, range), events.counts])}
HAVING count() > 0`,
});
