import type { Sql } from '../../src/clickhouse/sql.js';

/** A text that the bench itself made as SQL: nothing in it comes from outside. */
export const statement = (text: string): Sql => ({ chunks: [text], parameters: [] });
