import type { Context } from '../context/context.js';
import { AppError, websiteNotFound } from '../lib/errors.js';
import { t } from '../lib/language/translate.js';
import { retryUntilSuccess } from '../lib/retry.js';
import type { Database } from '../postgres/postgres.js';
import { type SystemNote, writeSystemNote } from '../websites/system-notes.js';
import { takeBack, takeBackUncertain } from './commit.js';
import { forgetImport, markWriting } from './import-repository.js';
import { importsFolder, unstage } from './staging.js';
import { removeTakenBackNote } from './taken-back.js';
import type { RunChange, WebsiteChanges } from './website-changes.js';

/** Of imports, deletions and restores. */
export interface RewriteContext extends Context {
  readonly changes: Pick<WebsiteChanges, 'alone' | 'exclusive'>;
  readonly exists: (websiteId: string) => boolean;
  /** Aborted when the service stops: what is retried is then tried one last time. */
  readonly stopping: AbortSignal;
  /** How long the response to a failed one waits for its removal. */
  readonly maxRemovalMs: number;
}

/** Commits and then completes a rewrite: in ClickHouse, then in PostgreSQL. */
export interface Commitment {
  /** Called once the rows are written. */
  readonly note?: () => Omit<SystemNote, 'id'> | undefined;
  readonly commit: (db: Database, importId: string) => Promise<void>;
  readonly complete: typeof takeBack;
  readonly close: (db: Database, importId: string) => Promise<void>;
}

/** Writes rows under the ID of the rewrite, and commits it. Until then, the rewrite changes nothing. */
export type WriteRows = (rows: () => Promise<void>, commitment: Commitment) => Promise<void>;

export interface Rewrite {
  /** Holds the website's lock while stored events change. */
  readonly locked: <Result>(lock: RunChange, task: (write: WriteRows) => Promise<Result>) => Promise<Result>;
}

export interface RewriteTarget {
  readonly websiteId: string;
  /** An import, deletion or restore that is registered in PostgreSQL. */
  readonly importId: string;
  /** Log message while it is retried. */
  readonly failed: string;
  /** Called when it has failed, before it is rolled back. */
  readonly onFailed?: (error: unknown) => void;
  /** The error when the rewrite is committed, but only the next start can complete it. */
  readonly finishedLater?: () => AppError;
}

/**
 * Rewrites a website's stored events, all or nothing: for an import, a deletion or a restore. After `work`, the rewrite
 * is completed or rolled back; either is retried until it succeeds, and continues at the next start.
 */
export async function rewriteEvents<Result>(
  context: RewriteContext,
  { websiteId, importId, failed, onFailed, finishedLater }: RewriteTarget,
  work: (rewrite: Rewrite) => Promise<Result>,
): Promise<Result> {
  const { clickhouse, db, exists, stopping } = context;
  const folder = importsFolder(context);
  const log = context.warn(failed);
  let isCommitted = false;
  // How the rewrite ends at its present stage, in ClickHouse and in PostgreSQL.
  let end: typeof takeBack = unstage;
  let close = forgetImport;
  const insist = (task: () => Promise<void>) =>
    retryUntilSuccess(task, { isNeeded: () => exists(websiteId), stopping, log }).catch((error: unknown) => {
      if (!exists(websiteId)) throw websiteNotFound();
      throw (isCommitted && finishedLater?.()) || error;
    });
  let isClosed = false;
  const closeOnce = async () => {
    if (isClosed) return;
    await close(db, importId);
    await removeTakenBackNote(folder, importId);
    isClosed = true;
  };
  const noteFailure = (error: unknown) => {
    if (!isCommitted) onFailed?.(error);
    throw error;
  };
  const rewrite: Rewrite = {
    locked: (lock, task) =>
      lock(websiteId, async (isHeld) => {
        try {
          return await task(async (rows, commitment) => {
            await markWriting(db, importId);
            // From here on, a process that takes over the lock sees the mark.
            await requireHeld(isHeld);
            end = takeBack;
            await rows();
            await clickhouse.sync();
            await requireHeld(isHeld);
            end = takeBackUncertain(folder);
            await commitWithNote(context, websiteId, importId, commitment);
            isCommitted = true;
            end = commitment.complete;
            close = commitment.close;
          }).catch(noteFailure);
        } finally {
          // Before any other write: an event that continues a removed session would be removed with it. What has written nothing ends
          // without the lock, which others may wait for.
          if (end !== unstage) {
            await insist(() => end(clickhouse, importId, websiteId));
            end = async () => {};
            // The next change refuses to run beside this one. PostgreSQL may be unavailable for long: then it has to wait.
            await closeOnce().catch(() => undefined);
          }
        }
      }),
  };
  try {
    return await work(rewrite).catch(noteFailure);
  } finally {
    // PostgreSQL may be unavailable for long; collecting must not wait for it.
    await insist(async () => {
      await end(clickhouse, importId, websiteId);
      await closeOnce();
    });
  }
}

const commitWithNote = (
  { db, now }: RewriteContext,
  websiteId: string,
  importId: string,
  { note, commit }: Commitment,
): Promise<void> =>
  db.transaction(async (tx) => {
    const written = note?.();
    if (written !== undefined) await writeSystemNote(tx, websiteId, { ...written, id: importId }, now());
    await commit(tx, importId);
  });

/**
 * Registers an import or a deletion. After a failure it may be registered even though the response was lost: it is then
 * removed as soon as PostgreSQL answers. Otherwise it would count as running until the next start.
 */
export async function beginOrForget<Result>(
  { db, exists, stopping, warn }: RewriteContext,
  { importId, websiteId, failed }: RewriteTarget,
  begin: () => Promise<Result>,
): Promise<Result> {
  try {
    return await begin();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const isNeeded = () => exists(websiteId);
    const log = warn(failed);
    void retryUntilSuccess(() => forgetImport(db, importId), { isNeeded, stopping, log }).catch(log);
    throw error;
  }
}

/**
 * Throws AppError `unavailable` when the lock was lost: another process may have changed the website's stored events.
 */
async function requireHeld(isHeld: () => Promise<boolean>): Promise<void> {
  if (!(await isHeld()))
    throw new AppError('unavailable', [t('PostgreSQL could not be reached in between: try again')]);
}
