import { lastGenerations } from '../daily-visitors/recount.js';
import { ImportRecovery } from '../history/commit.js';
import { endCounts, endFormerCounts } from '../websites/count.js';
import { websiteLockName } from '../websites/website.js';
import type { Context } from './context.js';
import { importsFolder } from './open-history.js';

/**
 * Completes or removes the imports and deletions that an earlier process of this installation left unfinished, and ends
 * daily visitor counts that are behind ClickHouse's. Runs before the service reads websites. No failure prevents the
 * start.
 *
 * @returns the recovery, which is repeated later if something failed
 */
export async function recover({ clickhouse, postgres, db, folder, warn }: Context): Promise<ImportRecovery> {
  const websites = { db, refresh: async () => undefined };
  const recovery = await ImportRecovery.open(clickhouse, db, {
    instance: folder.instance,
    folder: importsFolder(folder),
  });
  await recovery.run(
    (id, task) =>
      postgres.withNamedLock(websiteLockName(id), async () => {
        await endCounts(websites, [id]);
        await task();
      }),
    warn(NOT_RECOVERED),
  );
  await lastGenerations(clickhouse)
    .then((last) => endFormerCounts(websites, last))
    .catch(warn('visitor counts could not be compared with ClickHouse'));
  return recovery;
}

export const NOT_RECOVERED = 'an import that a stopped process left could not be brought to its end yet';
