import type { Context } from '../context/context.js';
import { lastGenerations } from '../daily-visitors/recount.js';
import { ImportRecovery } from '../history/commit.js';
import { endCounts, endFormerCounts } from '../websites/count.js';
import { websiteLockName } from '../websites/website.js';

/**
 * Completes or removes the imports and deletions that an earlier process of this installation left unfinished, and ends
 * daily visitor counts that are behind ClickHouse's. Runs before the service reads websites. No failure prevents the
 * start.
 *
 * @returns the recovery, which is repeated later if something failed
 */
export async function recover(context: Context): Promise<ImportRecovery> {
  const { clickhouse, postgres, db, warn } = context;
  const websites = { db, refresh: async () => undefined };
  const recovery = await ImportRecovery.open(context);
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
