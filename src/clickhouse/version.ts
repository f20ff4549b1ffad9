import { z } from 'zod';
import type { ClickHouse } from './clickhouse.js';
import { sql } from './sql.js';

const row = z.object({ version: z.string(), clock: z.coerce.number() });

/** The clock is epoch milliseconds. */
export async function aboutClickHouse(clickhouse: ClickHouse): Promise<z.infer<typeof row>> {
  const [about] = await clickhouse.query({
    name: 'about',
    sql: sql`SELECT version() AS version, toUnixTimestamp64Milli(now64(3)) AS clock`,
    row,
  });
  if (about === undefined) throw new Error('ClickHouse gave no row for one');
  return about;
}
