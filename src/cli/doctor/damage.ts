import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { checkParts, type DamagedTable, findDetachedParts } from '../../clickhouse/damage.js';
import { failureLine } from '../failure.js';
import { type Check, ok, problem, warning } from './check.js';

const RESTORE = 'restore a backup';

/** Finds damaged parts of ClickHouse's tables. `full` reads all of them, which may take minutes. */
export async function lookAtDamage(clickhouse: ClickHouse, full: boolean): Promise<readonly Check[]> {
  const detached = await look('parts set aside', async () => {
    const found = await findDetachedParts(clickhouse);
    return found.length === 0
      ? ok('parts set aside', 'none')
      : problem(
          'parts set aside',
          `ClickHouse found damaged files, and leaves their rows out of all figures: ${inWords(found)}. To have them back, ${RESTORE}; to go on without, remove the folders detached/* of these tables`,
        );
  });
  if (!full) return [detached];
  const checked = await look('checksums', async () => {
    const found = await checkParts(clickhouse);
    return found.length === 0
      ? ok('checksums', 'all rows of ClickHouse are as they were written')
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
    return warning(name, `not looked at: ${failureLine(error)}`);
  }
}
