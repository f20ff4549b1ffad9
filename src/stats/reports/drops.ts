import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { integer, ofWebsite, sql, strings } from '../../clickhouse/sql.js';
import { isPartialReason, partialReasons } from '../../collect/drops.js';
import { bucketSql } from '../../daily-visitors/bucket-sql.js';
import { dayBuckets, groupIntoRuns, type Range } from '../../time/index.js';
import { during } from '../sources/conditions.js';
import type { Report } from './report.js';

const dropsShape = z.object({
  drops: z.array(z.object({ reason: z.string(), events: z.number() })),
  bots: z
    .array(z.object({ name: z.string().nullable(), events: z.number() }))
    .describe('The events of `bot` by known program; null for all others'),
  total: z.number().describe('Of events that were not counted: without `property_limit` and `invalid_revenue`'),
});

export type Drops = z.infer<typeof dropsShape>;

const events = z.coerce.number();

const row = z.object({ reason: z.string(), agent: z.string(), events });

/** Most frequent first. Accurate to a quarter of an hour. */
export async function drops(clickhouse: ClickHouse, websiteId: string, range: Range): Promise<Drops> {
  const rows = await clickhouse.query(dropsQuery(websiteId, range));
  const reasons = new Map<string, number>();
  for (const each of rows) reasons.set(each.reason, (reasons.get(each.reason) ?? 0) + each.events);
  const found = [...reasons]
    .map(([reason, events]) => ({ reason, events }))
    .sort((one, other) => other.events - one.events || (one.reason < other.reason ? -1 : 1));
  const excluded = found.filter(({ reason }) => !isPartialReason(reason));
  return {
    drops: found,
    bots: rows.filter(({ reason }) => reason === 'bot').map(({ agent, events }) => ({ name: agent || null, events })),
    total: excluded.reduce((sum, { events }) => sum + events, 0),
  };
}

export const dropsQuery = (websiteId: string, range: Range): Query<z.infer<typeof row>> => ({
  name: 'stats/drops',
  row,
  sql: sql`SELECT reason, agent, sum(events) AS events
FROM drops
WHERE ${ofWebsite(websiteId)} AND ${during(sql`time`, range)}
GROUP BY reason, agent
ORDER BY events DESC, reason, agent`,
});

const dayRow = z.object({ start: z.coerce.number(), events });

export interface DailyDrops {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly events: number;
}

/** Excluded events of each local day of the range, zeros included. */
export async function dropsByDay(
  clickhouse: ClickHouse,
  websiteId: string,
  range: Range,
  zone: string,
): Promise<readonly DailyDrops[]> {
  const days = dayBuckets(range, zone);
  const starts = days.map(({ start }) => start);
  const rows = await clickhouse.query(dropsByDayQuery(websiteId, range, starts));
  const found = new Map(rows.map(({ start, events }) => [start, events]));
  return days.map(({ start, label }) => ({ day: label, events: found.get(start) ?? 0 }));
}

/** @param starts of the days, in epoch milliseconds */
export const dropsByDayQuery = (
  websiteId: string,
  range: Range,
  starts: readonly number[],
): Query<z.infer<typeof dayRow>> => ({
  name: 'stats/drops-by-day',
  row: dayRow,
  sql: sql`SELECT ${bucketSql(sql`toInt64(toUnixTimestamp(time)) * ${integer(1_000)}`, groupIntoRuns(starts, range.end))} AS start, sum(events) AS events
FROM drops
WHERE ${ofWebsite(websiteId)} AND ${during(sql`time`, range)} AND reason NOT IN (${strings(partialReasons)})
GROUP BY start`,
});

export const dropsReport: Report<Drops> = {
  path: 'drops',
  summary: 'List dropped events',
  description:
    'Events that were not counted, by reason, the most frequent first. Accurate to a quarter of an hour. Those of ' +
    '`property_limit` and `invalid_revenue` count, without a part.',
  hasFilters: false,
  response: dropsShape,
  read: (clickhouse, { scope: { websiteId, range } }) => drops(clickhouse, websiteId, range),
};
