import { randomUUID } from 'node:crypto';
import type { ClickHouse } from './clickhouse.js';
import { type Sql, sql, string } from './sql.js';

/**
 * Inserts the rows of a query, even if an equal block was inserted before and deleted since: the insert is never taken for a
 * repeat. Its token still shows whether a power loss cut the insert off.
 *
 * @param into the table, and its columns in the order of the rows
 */
export const insertRows = (clickhouse: ClickHouse, into: Sql, rows: Sql): Promise<void> =>
  clickhouse.command(sql`INSERT INTO ${into}
${rows}
SETTINGS insert_deduplication_token = ${string(randomUUID())}`);
