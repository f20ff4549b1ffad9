import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { integer, ofWebsite, sql, string } from '../clickhouse/sql.js';
import { localDay, QUARTER_MS } from '../time/index.js';
import { type Count, QUARTER, storedDay } from './dimensions.js';

const dayRow = z.object({ day: z.number(), first: z.coerce.number(), last: z.coerce.number() });

/** Version of this process's time zone rules, such as `2026a`. */
export const zoneRules = (): string => process.versions.tz ?? process.version;

/** Checks that each day's counted quarters of an hour lie in that day under this process's time zone rules. */
export async function hasRightDays(
  clickhouse: ClickHouse,
  websiteId: string,
  { generation, zone }: Count,
): Promise<boolean> {
  const days = await clickhouse.query({
    name: 'recount/days',
    row: dayRow,
    sql: sql`SELECT day, toUInt32(min(value)) AS first, toUInt32(max(value)) AS last FROM daily_visitors
WHERE ${ofWebsite(websiteId)} AND generation = ${integer(generation)} AND dimension = ${string(QUARTER)}
GROUP BY day`,
  });
  return days.every(({ day, first, last }) =>
    [first, last].every((quarter) => storedDay(localDay(quarter * QUARTER_MS, zone)) === day),
  );
}
