import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { ofWebsite, sql } from '../../clickhouse/sql.js';
import type { Range } from '../../time/index.js';
import { all, any } from '../filters.js';
import { inRange } from '../sources/conditions.js';

/** The currencies of revenue in any of the ranges, sorted. */
export async function findCurrencies(
  clickhouse: ClickHouse,
  ranges: readonly { readonly websiteId: string; readonly range: Range }[],
): Promise<readonly string[]> {
  const conditions = ranges.map(({ websiteId, range }) =>
    all([ofWebsite(websiteId), inRange({ time: sql`time` }, range)]),
  );
  const rows = await clickhouse.query({
    name: 'stats/currencies',
    row: z.object({ currency: z.string() }),
    sql: sql`SELECT DISTINCT currency FROM events WHERE currency != '' AND ${any(conditions)} ORDER BY currency`,
  });
  return rows.map(({ currency }) => currency);
}
