import { millisecondsInHour } from 'date-fns/constants';
import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { insertRows } from '../clickhouse/insert-rows.js';
import { noteArrival } from '../clickhouse/note-arrival.js';
import { instant, integer, ofWebsite, type Sql, sql, string, uuid } from '../clickhouse/sql.js';
import { during } from '../stats/conditions.js';
import type { Built, Period } from '../stats/question.js';
import { dayOf, startOfDay } from '../time/index.js';

/** How far the rollups of a website reach, and how many of its rows had come before that when they were made. */
export interface Made extends Built {
  readonly arrivals: number;
}

const madeRow = z.object({ until: z.coerce.number(), arrivals: z.coerce.number() });
const count = z.object({ rows: z.coerce.number() });

/**
 * The furthest record that is right: no row has come since, or gone, before its end, and that is a midnight still. By rules
 * that the zone has had since, as a newer version of Node knows them, it may be none: its last days were others then.
 *
 * @param limit no further than this instant, in epoch milliseconds
 */
export async function madeOf(
  clickhouse: ClickHouse,
  websiteId: string,
  zone: string,
  limit?: number,
): Promise<Made | undefined> {
  const near = limit === undefined ? sql`1` : sql`until <= ${instant(limit)}`;
  const [made] = await clickhouse.query({
    name: 'rollups/made',
    row: madeRow,
    sql: sql`SELECT toUnixTimestamp64Milli(made.until) AS until, made.arrivals AS arrivals
FROM (SELECT website_id, until, arrivals FROM built WHERE ${ofZone(websiteId, zone)} AND ${near}) AS made
ASOF JOIN (
  SELECT website_id, toDateTime64(hour, 3, 'UTC') AS came, sum(sum(rows)) OVER (ORDER BY hour) AS total
  FROM arrivals
  WHERE ${ofWebsite(websiteId)}
  GROUP BY website_id, hour
) AS arrived ON made.website_id = arrived.website_id AND made.until > arrived.came
WHERE arrived.total = made.arrivals
ORDER BY made.until DESC
LIMIT 1`,
  });
  if (made === undefined) return undefined;
  const isMidnight = startOfDay(dayOf(made.until, zone), zone) === made.until;
  return isMidnight ? { zone, ...made } : madeOf(clickhouse, websiteId, zone, made.until - 1);
}

/** Whether a record is right still; for one that was at some time. */
export const isRight = async (clickhouse: ClickHouse, websiteId: string, { until, arrivals }: Made): Promise<boolean> =>
  (await arrivalsIn(clickhouse, websiteId, { start: 0, end: until })) === arrivals;

/** Rows of sessions that began in hours of a period: what a record's count grows by. */
export async function arrivalsIn(clickhouse: ClickHouse, websiteId: string, period: Period): Promise<number> {
  const [found] = await clickhouse.query({
    name: 'rollups/arrivals',
    row: count,
    sql: sql`SELECT sum(rows) AS rows FROM arrivals WHERE ${ofWebsite(websiteId)} AND ${during(sql`hour`, period)}`,
  });
  return found?.rows ?? 0;
}

export const record = (clickhouse: ClickHouse, websiteId: string, { zone, until, arrivals }: Made): Promise<void> =>
  insertRows(
    clickhouse,
    sql`built (website_id, zone, until, arrivals)`,
    sql`SELECT ${uuid(websiteId)}, ${string(zone)}, ${instant(until)}, ${integer(arrivals)}`,
  );

/**
 * Removes every record but those of `made` and before it, for all processes: what they remember is not right any more.
 * Says whether there were any.
 *
 * @param first when the website's first session began, or before; epoch milliseconds
 */
export async function unrecord(
  clickhouse: ClickHouse,
  websiteId: string,
  made: Made | undefined,
  first: number,
): Promise<boolean> {
  const kept = made === undefined ? sql`0` : sql`zone = ${string(made.zone)} AND until <= ${instant(made.until)}`;
  const others = sql`${ofWebsite(websiteId)} AND NOT (${kept})`;
  const [found] = await clickhouse.query({
    name: 'rollups/records',
    row: count,
    sql: sql`SELECT count() AS rows FROM built WHERE ${others}`,
  });
  if (found === undefined || found.rows === 0) return false;
  await doubt(clickhouse, websiteId, made?.until ?? first);
  await clickhouse.delete('built', others);
  return true;
}

/** Notes that no record past an instant, in epoch milliseconds, is right: whoever remembers one will see it. */
export const doubt = (clickhouse: ClickHouse, websiteId: string, from: number): Promise<void> =>
  noteArrival(
    clickhouse,
    websiteId,
    sql`SELECT ${instant(Math.ceil(from / millisecondsInHour) * millisecondsInHour)} AS first`,
  );

const ofZone = (websiteId: string, zone: string): Sql => sql`${ofWebsite(websiteId)} AND zone = ${string(zone)}`;
