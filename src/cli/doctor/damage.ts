import { failureLine } from '../../app/failure-line.js';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { checkParts, type DamagedTable, findDetachedParts } from '../../clickhouse/damage.js';
import { type Check, ok, problem, warning } from './check.js';

const RESTORE = 'restore a backup';

/** `full` reads all parts, which may take minutes. */
export async function lookAtDamage(clickhouse: ClickHouse, full: boolean): Promise<readonly Check[]> {
  const detached = await look('damaged parts', async () => {
    const found = await findDetachedParts(clickhouse);
    return found.length === 0
      ? ok('damaged parts', 'none')
      : problem(
          'damaged parts',
          `ClickHouse detached damaged files, so their rows are missing from all stats: ${inWords(found)}. To recover them, ${RESTORE}; to go on without them, remove the folders detached/* of these tables`,
        );
  });
  if (!full) return [detached];
  const checked = await look('checksums', async () => {
    const found = await checkParts(clickhouse);
    return found.length === 0
      ? ok('checksums', 'all rows in ClickHouse are intact')
      : problem(
          'checksums',
          `files of ClickHouse are damaged, and queries that read them fail: ${inWords(found)}; ${RESTORE}`,
        );
  });
  return [detached, checked];
}

const inWords = (tables: readonly DamagedTable[]): string =>
  tables.map(({ table, parts }) => `${parts} of ${table}`).join(', ');

async function look(name: string, task: () => Promise<Check>): Promise<Check> {
  try {
    return await task();
  } catch (error) {
    return warning(name, `skipped: ${failureLine(error)}`);
  }
}
