import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { sql, string } from '../clickhouse/sql.js';
import { BI_DATABASE } from './reader.js';

const column = z.object({ view: z.string(), name: z.string(), type: z.string(), comment: z.string() });

export type BiColumn = Readonly<z.output<typeof column>>;

/** By view, in the order of each view. */
export const readBiColumns = (clickhouse: ClickHouse): Promise<readonly BiColumn[]> =>
  clickhouse.query({
    name: 'bi/columns',
    row: column,
    sql: sql`SELECT table AS view, name, type, comment FROM system.columns
WHERE database = ${string(BI_DATABASE)} ORDER BY table, position`,
  });
