import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { sql, string } from '../clickhouse/sql.js';
import { BI_DATABASE } from './reader.js';

const column = z.object({ view: z.string(), name: z.string(), type: z.string(), comment: z.string() });

/** A column of a view of the database `bi`. */
export type BiColumn = Readonly<z.output<typeof column>>;

/** Returns the columns of the views, by view and in the order of each. */
export const readBiColumns = (clickhouse: ClickHouse): Promise<readonly BiColumn[]> =>
  clickhouse.query({
    name: 'bi/columns',
    row: column,
    sql: sql`SELECT table AS view, name, type, comment FROM system.columns
WHERE database = ${string(BI_DATABASE)} ORDER BY table, position`,
  });
