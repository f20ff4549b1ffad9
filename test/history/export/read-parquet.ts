import { z } from 'zod';
import type { ClickHouse } from '../../../src/clickhouse/clickhouse.js';
import { sql, string, trusted } from '../../../src/clickhouse/sql.js';

let tables = 0;

const cell = z.object({ time: z.string(), type: z.string(), path: z.string(), website_id: z.string() });

/** Reads the rows of a Parquet file with the engine, in the order of the file. */
export async function readParquet(clickhouse: ClickHouse, path: string): Promise<readonly z.infer<typeof cell>[]> {
  tables += 1;
  // A session that only reads may not read files.
  const table = trusted(`parquet_${tables}`);
  await clickhouse.command(
    sql`CREATE TABLE ${table} ENGINE = Log AS SELECT * FROM file(${string(path)}, 'Parquet') SETTINGS max_threads = 1`,
  );
  try {
    return await clickhouse.query({
      name: 'test',
      sql: sql`SELECT formatDateTime(time, '%Y-%m-%dT%H:%i:%S.%f') AS time, toString(type) AS type, path, website_id FROM ${table}`,
      row: cell,
    });
  } finally {
    await clickhouse.command(sql`DROP TABLE ${table}`);
  }
}
