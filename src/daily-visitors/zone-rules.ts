import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { integer, ofWebsite, sql } from '../clickhouse/sql.js';
import { localDate, startOfLocalDay } from '../time/index.js';
import type { Count } from './dimensions.js';

const dayRow = z.object({ day: z.coerce.number() });

/** The version of the rules of time zones that this process has, such as `2026a`. */
export const zoneRules = (): string => process.versions.tz ?? process.version;

/** Returns whether the counted days of a website begin where they do by the rules of this process. */
export async function hasRightDays(
  clickhouse: ClickHouse,
  websiteId: string,
  { generation, zone }: Count,
): Promise<boolean> {
  const days = await clickhouse.query({
    name: 'recount/days',
    row: dayRow,
    sql: sql`SELECT DISTINCT toUnixTimestamp(day) * 1000 AS day FROM daily_visitors
WHERE ${ofWebsite(websiteId)} AND generation = ${integer(generation)} AND dimension = ''`,
  });
  return days.every(({ day }) => startOfLocalDay(localDate(day, zone), zone) === day);
}
