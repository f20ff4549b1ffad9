import { millisecondsInHour } from 'date-fns/constants';
import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { integer, sql, uuids } from '../../clickhouse/sql.js';
import { all } from '../filters.js';
import { events } from '../sources/events.js';
import { inRange } from '../sources/source.js';

const HOURS = 24;

/** A website's last 24 hours: all visitors, and those of each clock hour by its start in UTC, the current hour last. */
export interface LastDay {
  readonly visitors: number;
  readonly timeline: readonly { readonly timestamp: string; readonly visitors: number }[];
}

const row = z.object({ website_id: z.string(), visitors: z.coerce.number(), by_hour: z.array(z.coerce.number()) });

/**
 * Returns the last day of each given website by its id, with one statement for at most `MAX_UUIDS` websites. `now` is epoch
 * milliseconds, UTC.
 */
export async function lastDays(
  clickhouse: ClickHouse,
  websiteIds: readonly string[],
  now: number,
): Promise<(websiteId: string) => LastDay> {
  const rows = websiteIds.length === 0 ? [] : await clickhouse.query(lastDaysQuery(websiteIds, now));
  const found = new Map(rows.map((each) => [each.website_id, each]));
  const timestamps = timestampsOf(now);
  return (id) => lastDayOf(found.get(id), timestamps);
}

/** Returns the last day of a new website. `now` is epoch milliseconds, UTC. */
export const emptyLastDay = (now: number): LastDay => lastDayOf(undefined, timestampsOf(now));

/** Returns the last day of a website's row; without a row, all counts are 0. */
function lastDayOf(found: z.infer<typeof row> | undefined, timestamps: readonly string[]): LastDay {
  const { visitors = 0, by_hour = [] } = found ?? {};
  return { visitors, timeline: timestamps.map((timestamp, index) => ({ timestamp, visitors: by_hour[index] ?? 0 })) };
}

const timestampsOf = (now: number): readonly string[] =>
  Array.from({ length: HOURS }, (_, index) => new Date((firstHour(now) + index) * millisecondsInHour).toISOString());

/** Hours since 1970. */
const firstHour = (now: number): number => Math.floor(now / millisecondsInHour) - (HOURS - 1);

/** Builds one row per website, with the hours in an array: a row per hour would cost more than all the rest. */
export const lastDaysQuery = (websiteIds: readonly string[], now: number) => ({
  name: 'websites/last day',
  row,
  sql: sql`SELECT
  website_id,
  uniq(visitor_id) AS visitors,
  uniqResample(0, 24, 1)(visitor_id, intDiv(toUnixTimestamp64Milli(time), ${integer(millisecondsInHour)}) - ${integer(firstHour(now))}) AS by_hour
FROM events
WHERE ${all([
    sql`website_id IN ${uuids(websiteIds)}`,
    inRange(events, { start: now - HOURS * millisecondsInHour, end: now + 1 }),
    events.counts,
  ])}
GROUP BY website_id`,
});
