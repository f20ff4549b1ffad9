import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { ofWebsite, sql } from '../../clickhouse/sql.js';
import type { Range } from '../../time/index.js';
import { all, any } from '../filters.js';
import type { RevenueMetric } from '../metrics.js';
import type { Scope } from '../query.js';
import { inRange } from '../sources/conditions.js';
import { chosenEvents, eventsFor } from '../sources/events.js';

/** Returns a revenue metric for each currency in any of the ranges, sorted. */
export async function findRevenueMetrics(
  clickhouse: ClickHouse,
  ranges: readonly { readonly websiteId: string; readonly range: Range }[],
): Promise<readonly RevenueMetric[]> {
  const conditions = ranges.map(({ websiteId, range }) =>
    all([ofWebsite(websiteId), inRange({ time: sql`time` }, range)]),
  );
  const rows = await clickhouse.query({
    name: 'stats/currencies',
    row: z.object({ currency: z.string() }),
    sql: sql`SELECT DISTINCT currency FROM events WHERE currency != '' AND ${any(conditions)} ORDER BY currency`,
  });
  return rows.map(({ currency }): RevenueMetric => `revenue:${currency}`);
}

/** Counts the visitors of a scope who have paid, by currency. */
export async function countPayers(clickhouse: ClickHouse, scope: Scope): Promise<ReadonlyMap<string, number>> {
  const rows = await clickhouse.query({
    name: 'stats/payers',
    row: z.object({ currency: z.string(), visitors: z.coerce.number() }),
    sql: sql`SELECT currency, uniq(visitor_id) AS visitors FROM ${eventsFor(scope).name}
WHERE ${chosenEvents(scope)} AND currency != ''
GROUP BY currency`,
  });
  return new Map(rows.map(({ currency, visitors }) => [currency, visitors]));
}
