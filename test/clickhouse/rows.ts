import { z } from 'zod';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { type Sql, sql } from '../../src/clickhouse/sql.js';
import type { Table } from '../../src/clickhouse/tables.js';
import { tableName } from '../../src/clickhouse/tables.js';

/** The rows of a statement, each as it comes. */
export const rowsOf = (clickhouse: ClickHouse, statement: Sql): Promise<readonly Record<string, unknown>[]> =>
  clickhouse.query({ name: 'test', sql: statement, row: z.record(z.string(), z.unknown()) });

/** How many rows a table has, unmerged ones one by one. */
export async function countOf(clickhouse: ClickHouse, table: Table, condition: Sql = sql`1`): Promise<number> {
  const [row] = await rowsOf(clickhouse, sql`SELECT count() AS n FROM ${tableName(table)} WHERE ${condition}`);
  return Number(row?.n);
}
