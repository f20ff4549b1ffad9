import { type Sql, sql } from '../clickhouse/sql.js';

/** The last day on which someone was there who never was. */
export const NEVER: Sql = sql`toDate(0)`;
