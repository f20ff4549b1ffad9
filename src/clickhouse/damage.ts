import { z } from 'zod';
import type { ClickHouse } from './clickhouse.js';
import { sql } from './sql.js';

/** A table with parts that ClickHouse has detached: their rows are on disk, but invisible to queries. */
export interface DamagedTable {
  readonly table: string;
  readonly parts: number;
}

const damagedTable = z.object({ table: z.string(), parts: z.coerce.number() });

/**
 * Lists the parts that ClickHouse detached as damaged (`detached/broken-on-start_*`). Parts that `forgetUnfinished` detached
 * (`detached/unfinished-*`) are not included: their rows were inserted again.
 */
export const findDetachedParts = (clickhouse: ClickHouse): Promise<readonly DamagedTable[]> =>
  clickhouse.query({
    name: 'damage/detached',
    sql: sql`SELECT table, count() AS parts FROM system.detached_parts
WHERE database = currentDatabase() AND match(reason, '^(broken|unexpected|covered-by-broken)')
GROUP BY table ORDER BY table`,
    row: damagedTable,
  });

/** Reads every part and verifies its checksums. Takes as long as reading all stored data. */
export async function checkParts(clickhouse: ClickHouse): Promise<readonly DamagedTable[]> {
  const parts = await clickhouse.query({
    name: 'damage/check',
    sql: sql`CHECK ALL TABLES SETTINGS check_query_single_value_result = 0`,
    row: z.object({ table: z.string(), is_passed: z.coerce.boolean() }),
  });
  const damaged = new Map<string, number>();
  for (const { table, is_passed: isPassed } of parts) {
    if (!isPassed) damaged.set(table, (damaged.get(table) ?? 0) + 1);
  }
  return [...damaged].map(([table, parts]) => ({ table, parts }));
}
