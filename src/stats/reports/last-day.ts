import { millisecondsInHour } from 'date-fns/constants';
import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { integer, sql, uuids } from '../../clickhouse/sql.js';
import { offsetAt } from '../../time/index.js';
import { all } from '../filters.js';
import { inRange } from '../sources/conditions.js';
import { events } from '../sources/events.js';

const HOURS = 24;

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
  const idsByStart = new Map<number, string[]>();
  for (const website of websites) {
    const start = firstHour(website, now);
    idsByStart.set(start, [...(idsByStart.get(start) ?? []), website.id]);
  }
  const rows = await Promise.all(
    [...idsByStart].map(([start, ids]) => clickhouse.query(lastDaysQuery(ids, start, now))),
  );
  const found = new Map(rows.flat().map((each) => [each.website_id, each]));
  return (website) => toLastDay(found.get(website.id), firstHour(website, now));
}

/** For a website that has just been created. `now` is epoch milliseconds. */
export const emptyLastDay = (website: Located, now: number): LastDay => toLastDay(undefined, firstHour(website, now));

/** A website without a row had no visitors. */
function toLastDay(found: z.infer<typeof row> | undefined, start: number): LastDay {
  const { visitors = 0, by_hour = [] } = found ?? {};
  const timeline = Array.from({ length: HOURS }, (_, index) => ({
    timestamp: new Date(start + index * millisecondsInHour).toISOString(),
    visitors: by_hour[index] ?? 0,
  }));
  return { visitors, timeline };
}

/** Epoch milliseconds: a full hour of the website's clock. */
function firstHour({ timezone }: Located, now: number): number {
  const offset = offsetAt(now, timezone);
  return (
    Math.floor((now + offset) / millisecondsInHour) * millisecondsInHour - offset - (HOURS - 1) * millisecondsInHour
  );
}

/** One row per website, with its hours in an array: a row per hour would cost more than the rest of the query. */
export const lastDaysQuery = (websiteIds: readonly string[], start: number, now: number) => ({
  name: 'websites/last day',
  row,
  sql: sql`SELECT
  website_id,
  uniq(visitor_id) AS visitors,
  uniqResample(0, 24, 1)(visitor_id, intDiv(toUnixTimestamp64Milli(time) - ${integer(start)}, ${integer(millisecondsInHour)})) AS by_hour
FROM events
WHERE ${all([sql`website_id IN ${uuids(websiteIds)}`, inRange(events, { start, end: now + 1 }), events.counts])}
GROUP BY website_id`,
});
