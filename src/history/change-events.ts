import { randomUUID } from 'node:crypto';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { websiteNotFound } from '../lib/errors.js';
import { retryUntilSuccess } from '../lib/retry.js';
import type { Database } from '../postgres/postgres.js';
import type { Website } from '../websites/website.js';
import { takeBack, takeBackUncertain } from './commit.js';
import { beginDeletion } from './delete/deletion-repository.js';
import { beginOrForget, type ImportDeps, requireHeld } from './import/import-history.js';
import { forgetImport } from './import/import-repository.js';
import { unstage } from './staging.js';
import { removeTakenBackNote } from './taken-back.js';

export type DeletionDeps = Pick<
  ImportDeps,
  'clickhouse' | 'db' | 'folder' | 'instance' | 'now' | 'exists' | 'alone' | 'exclusive' | 'stopping' | 'log'
>;

/** How a change is committed, and completed afterwards: in ClickHouse, then in PostgreSQL. */
export interface Commitment {
  readonly commit: (db: Database, importId: string) => Promise<void>;
  readonly complete: typeof takeBack;
  readonly close: (db: Database, importId: string) => Promise<void>;
}

/** A change under way, which writes rows under its ID. */
export interface EventChange {
  readonly importId: string;
  /** Throws when the change must stop. */
  readonly check: () => void;
  /** Writes the rows of the change, and commits it. Without it, the change changes nothing. */
  readonly write: (rows: () => Promise<void>, commitment: Commitment) => Promise<void>;
}

/**
 * Deletes or restores events of a website, all or nothing, like an import, whose tables it uses. No other change and no collected
 * event is written meanwhile.
 *
 * @param restores the deletion to undo
 * @throws AppError `conflict` while another one is running, `not_found` when the website or that deletion is gone.
 */
export async function changeEvents<Result>(
  { id: websiteId }: Website,
  restores: string | undefined,
  deps: DeletionDeps,
  work: (change: EventChange) => Promise<Result>,
): Promise<Result> {
  const { clickhouse, db, exists, folder } = deps;
  const importId = randomUUID();
  const start = { importId, websiteId, instance: deps.instance, now: deps.now(), restores };
  await beginOrForget(deps, start, () => beginDeletion(db, start));
  const insist = (task: () => Promise<void>) => retryUntilSuccess(task, { ...deps, isNeeded: () => exists(websiteId) });
  const check = () => {
    if (!exists(websiteId)) throw websiteNotFound();
  };
  let end: (clickhouse: ClickHouse, importId: string, websiteId: string) => Promise<void> = unstage;
  let close = forgetImport;
  try {
    return await deps.exclusive(websiteId, async (isHeld) => {
      check();
      const write: EventChange['write'] = async (rows, commitment) => {
        end = takeBack;
        await rows();
        await clickhouse.sync();
        await requireHeld(isHeld);
        end = takeBackUncertain(folder);
        await commitment.commit(db, importId);
        end = commitment.complete;
        close = commitment.close;
      };
      try {
        return await work({ importId, check, write });
      } finally {
        // Before any other write: an event that continues a removed session would be removed with it.
        await insist(() => end(clickhouse, importId, websiteId));
        end = async () => {};
      }
    });
  } finally {
    // PostgreSQL may be away for long: collecting does not wait for it.
    await insist(async () => {
      await end(clickhouse, importId, websiteId);
      await close(db, importId);
      await removeTakenBackNote(folder, importId);
    });
  }
}
