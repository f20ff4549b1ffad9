import type { ClickHouse } from './clickhouse.js';
import { type Sql, sql } from './sql.js';

/**
 * Inserts the rows of a query, also when an equal block was inserted once and deleted since: it is no repeat.
 *
 * @param into the table, and its columns in the order in which rows have them
 */
export const insertRows = (clickhouse: ClickHouse, into: Sql, rows: Sql): Promise<void> =>
  clickhouse.command(sql`INSERT INTO ${into}
${rows}
SETTINGS insert_deduplicate = 0`);
