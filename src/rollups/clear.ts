import { z } from 'zod';
import type { ClickHouse, Table } from '../clickhouse/clickhouse.js';
import { date, ofWebsite, type Sql, sql } from '../clickhouse/sql.js';
import { tableName } from '../clickhouse/table-name.js';
import { since } from '../stats/conditions.js';
import { dayOf, firstOfMonth } from '../time/index.js';
import type { Made } from './record.js';

const count = z.object({ rows: z.coerce.number() });

/** Deletes what no record vouches for: what lies behind `made`, or everything. */
export async function clearBehind(clickhouse: ClickHouse, websiteId: string, made: Made | undefined): Promise<void> {
  const day = made === undefined ? 0 : dayOf(made.until, made.zone);
  const website = ofWebsite(websiteId);
  const partsAndMonths = sql`${website} AND (start >= ${date(day)} OR unit = 'month' AND start >= ${date(firstOfMonth(day))})`;
  const behind = [
    ['daily_sessions', sql`${website} AND day >= ${date(day)}`],
    ['exit_clicks', sql`${website} AND day >= ${date(day)}`],
    ['daily_visitors', partsAndMonths],
    ['daily_totals', sql`${website} AND day >= ${date(day)}`],
    ['daily_values', sql`${website} AND day >= ${date(day)}`],
    ['visitor_numbers', sql`${website} AND since >= ${date(day)}`],
    ['page_numbers', sql`${website} AND since >= ${date(day)}`],
    ['hourly_visitors', sql`${website} AND ${since(sql`start`, made?.until ?? 0)}`],
  ] as const;
  for (const [table, rows] of behind) {
    const [found] = await clickhouse.query({ name: 'rollups/behind', row: count, sql: countOf(table, rows) });
    if ((found?.rows ?? 0) > 0) await clickhouse.delete(table, rows);
  }
}

const countOf = (table: Table, rows: Sql): Sql => sql`SELECT count() AS rows FROM ${tableName(table)} WHERE ${rows}`;
