import { expect } from 'vitest';
import { z } from 'zod';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { sql, trusted } from '../../src/clickhouse/sql.js';
import type { Table } from '../../src/clickhouse/tables.js';

const row = z.object({ shard: z.number(), rows: z.coerce.number() });

/** Expects that each of two shards has rows of the tables, and at least a fifth of them. */
export async function expectRowsOnBothShards(
  clickhouse: ClickHouse,
  tables: readonly Table[] = ['events', 'visits', 'sessions'],
): Promise<void> {
  for (const table of tables) {
    const shards = await clickhouse.query({
      name: 'test',
      sql: sql`SELECT shardNum() AS shard, count() AS rows FROM ${trusted(table)} GROUP BY shard ORDER BY shard`,
      row,
    });
    expect(
      shards.map(({ shard }) => shard),
      table,
    ).toEqual([1, 2]);
    const all = shards.reduce((sum, { rows }) => sum + rows, 0);
    for (const { rows } of shards) expect(rows, table).toBeGreaterThan(all / 5);
  }
}
