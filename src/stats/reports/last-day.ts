import { millisecondsInHour } from 'date-fns/constants';
import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { sql, uuids } from '../../clickhouse/sql.js';
import { bucketNumberSql } from '../../daily-visitors/bucket-sql.js';
import { findOrAdd } from '../../lib/map-groups.js';
import { groupIntoRuns, lastHours } from '../../time/index.js';
import { all } from '../filters.js';
import { inRange } from '../sources/conditions.js';
import { events } from '../sources/events.js';

/** The last 24 clock hours, including the current one: visitors in total, and by hour, named by its start in UTC. */
export interface LastDay {
  readonly visitors: number;
  readonly timeline: readonly { readonly timestamp: string; readonly visitors: number }[];
}

/** Clock hours are those of the website's zone. */
interface Located {
  readonly id: string;
  readonly timezone: string;
}

const row = z.object({ website_id: z.string(), visitors: z.coerce.number(), by_hour: z.array(z.coerce.number()) });

/**
 * Reads the last day of up to `MAX_UUIDS` websites, by id, with one statement per group of zones whose hours begin
 * together. `now` is epoch milliseconds.
 */
export async function lastDays(
  clickhouse: ClickHouse,
  websites: readonly Located[],
  now: number,
): Promise<(website: Located) => LastDay> {
  const hoursByZone = new Map<string, readonly number[]>();
  const findHours = (zone: string) => findOrAdd(hoursByZone, zone, () => lastHours(now, zone));
  const groups = new Map<string, { readonly hours: readonly number[]; readonly ids: string[] }>();
  for (const { id, timezone } of websites) {
    const hours = findHours(timezone);
    findOrAdd(groups, String(hours), () => ({ hours, ids: [] })).ids.push(id);
  }
  const rows = await Promise.all(
    [...groups.values()].map(({ ids, hours }) => clickhouse.query(lastDaysQuery(ids, hours, now))),
  );
  const found = new Map(rows.flat().map((each) => [each.website_id, each]));
  return ({ id, timezone }) => toLastDay(found.get(id), findHours(timezone));
}

/** For a website that has just been created. `now` is epoch milliseconds. */
export const emptyLastDay = ({ timezone }: Located, now: number): LastDay =>
  toLastDay(undefined, lastHours(now, timezone));

/** A website without a row had no visitors. */
function toLastDay(found: z.infer<typeof row> | undefined, hours: readonly number[]): LastDay {
  const { visitors = 0, by_hour = [] } = found ?? {};
  const timeline = hours.map((hour, index) => ({
    timestamp: new Date(hour).toISOString(),
    visitors: by_hour[index] ?? 0,
  }));
  return { visitors, timeline };
}

/** One row per website, with its hours in an array: a row per hour would cost more than the rest of the query. */
export function lastDaysQuery(websiteIds: readonly string[], hours: readonly number[], now: number) {
  const runs = groupIntoRuns(hours, hours.at(-1)! + millisecondsInHour);
  const range = { start: hours[0]!, end: now + 1 };
  return {
    name: 'websites/last day',
    row,
    sql: sql`SELECT
  website_id,
  uniq(visitor_id) AS visitors,
  uniqResample(0, 24, 1)(visitor_id, ${bucketNumberSql(sql`toUnixTimestamp64Milli(time)`, runs, hours)}) AS by_hour
FROM events
WHERE ${all([sql`website_id IN ${uuids(websiteIds)}`, inRange(events, range), events.counts])}
GROUP BY website_id`,
  };
}
