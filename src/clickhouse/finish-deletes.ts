import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Query } from './clickhouse.js';
import { sql } from './sql.js';

/** A longer delete continues while the service runs. */
const MAX_WAIT_MS = 60_000;
const INTERVAL_MS = 20;

const underWay: Query<{ readonly deletes: number }> = {
  name: 'open/deletes',
  row: z.object({ deletes: z.number() }),
  sql: sql`SELECT toUInt32(count()) AS deletes FROM system.mutations
WHERE database = currentDatabase() AND NOT is_done AND latest_fail_reason = ''`,
};

/**
 * Waits for deletes that a killed process started, or whose result was lost in a power loss. The opened engine repeats
 * them; until then, deleted rows are still counted.
 */
export async function finishDeletes(
  ask: <Row>(query: Query<Row>) => Promise<readonly Row[]>,
  warn: (message: string) => void,
): Promise<void> {
  for (let waited = 0; waited < MAX_WAIT_MS; waited += INTERVAL_MS) {
    const [row] = await ask(underWay);
    if (row?.deletes === 0) return;
    await wait(INTERVAL_MS);
  }
  warn('deletes of an earlier process are still running: deleted rows are counted until they finish');
}
