import { forgetExpired } from '../accounts/sign-in-sessions.js';
import type { ImportRecovery } from '../history/commit.js';
import { deletionExpiry } from '../history/delete/restore-events.js';
import type { RunChange } from '../history/import/import-history.js';
import type { Warn } from '../lib/log.js';
import { Mutex } from '../lib/mutex.js';
import { purgeDeletedWebsites } from '../websites/delete-website.js';
import type { Engines } from './engines.js';
import { NOT_RECOVERED } from './recovery.js';
import type { Resources } from './resources.js';

/** How often deleted websites are purged, and failed recovery is retried. */
const PURGE_INTERVAL_MS = 60_000;
const FORGETTING_INTERVAL_MS = 60 * 60_000;

export interface MaintenanceDeps {
  readonly engines: Engines;
  readonly recovery: ImportRecovery;
  readonly exclusive: RunChange;
  /** Resolves when every event received before the call is in ClickHouse. */
  readonly drain: () => Promise<void>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly warn: Warn;
}

/** Starts the work that is done by the clock: retrying recovery, purging deleted websites, removing expired data and deletions. */
export function startMaintenance(
  { engines: { clickhouse, postgres }, recovery, exclusive, drain, now, warn }: MaintenanceDeps,
  resources: Resources,
): void {
  const tasks = new Mutex();
  const purge = async () => {
    if (!recovery.isDone) await recovery.run(exclusive, warn(NOT_RECOVERED));
    await purgeDeletedWebsites(clickhouse, postgres.db, { now: now(), drain });
  };
  const expire = deletionExpiry({ clickhouse, db: postgres.db, now });
  const purging = setInterval(() => {
    tasks
      .run(expire)
      .catch(warn('events of deletions that can no longer be undone could not be removed yet: retrying'));
    tasks.run(purge).catch(warn('rows of deleted websites could not be removed yet: retrying'));
  }, PURGE_INTERVAL_MS);
  const forgetting = setInterval(() => {
    tasks.run(() => forgetExpired(postgres.db, now())).catch(warn('expired data could not be removed'));
  }, FORGETTING_INTERVAL_MS);
  resources.add('maintenance', () => {
    clearInterval(purging);
    clearInterval(forgetting);
    return tasks.run(async () => undefined);
  });
}
