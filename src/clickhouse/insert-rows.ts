import { randomUUID } from 'node:crypto';
import type { ClickHouse } from './clickhouse.js';
import { type Sql, sql, string } from './sql.js';

/**
 * Inserts the rows of a query, also when an equal block was inserted once and deleted since: it is no repeat. It has a token all the
 * same, by which the insert can be told from one that a loss of power cut off.
 *
 * @param into the table, and its columns in the order in which rows have them
 */
export const insertRows = (clickhouse: ClickHouse, into: Sql, rows: Sql): Promise<void> =>
  clickhouse.command(sql`INSERT INTO ${into}
${rows}
SETTINGS insert_deduplication_token = ${string(randomUUID())}`);
