import type { Table } from './clickhouse.js';
import { type Sql, trusted } from './sql.js';

/** A table's name as SQL: it comes from a closed list of this program, never from outside. */
export const tableName = (table: Table): Sql => trusted(table);
