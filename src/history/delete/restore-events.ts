import type { Context } from '../../context/context.js';
import { AppError } from '../../lib/errors.js';
import { retryUntilSuccess } from '../../lib/retry.js';
import { startOfRetention } from '../../websites/retention.js';
import type { Website } from '../../websites/website.js';
import { completeRestore } from '../commit.js';
import { copiedDeletions, deletedEvents, removeCopy } from '../deleted-events.js';
import { commitRestore, finishRestore, forgetDeletion, forgetExpiredDeletions } from '../deletion-repository.js';
import { eventsNote } from '../events-note.js';
import { withoutImport } from '../import-repository.js';
import type { Commitment, RewriteContext } from '../rewrite.js';
import { fold } from '../sessionize.js';
import { Staging } from '../staging.js';
import { takeInTouchedSessions } from '../touched-sessions.js';
import { changeEvents, DELETION_FAILED } from './change-events.js';

/**
 * Undoes a deletion: its events are as if they had never been deleted, except those older than the website's retention.
 * Returns the number of restored events. A deletion can be undone once.
 *
 * @throws AppError as `changeEvents` does
 */
export function restoreEvents(context: RewriteContext, website: Website, deletionId: string): Promise<number> {
  const { clickhouse, config, now } = context;
  const { id: websiteId, accountId } = website;
  return changeEvents(context, website, deletionId, async ({ importId, check, write }) => {
    const keptFrom = startOfRetention(website, config.retentionMonths, now()) ?? 0;
    let restored = 0;
    let note: ReturnType<NonNullable<Commitment['note']>>;
    const staging = new Staging(context, importId);
    const rows = async () => {
      for await (const events of deletedEvents(clickhouse, deletionId, keptFrom)) {
        for (const event of events) {
          staging.add(event);
          if (event.type !== 'leave') restored += 1;
          if (staging.isFull) await staging.write();
        }
        check();
      }
      await staging.write();
      note = eventsNote(website, { times: staging.times, events: restored, change: 'restored' });
      await takeInTouchedSessions(clickhouse, staging, websiteId, check);
      await fold(clickhouse, staging.all(), { importId, accountId }, check);
    };
    try {
      await write(rows, {
        note: () => note,
        commit: commitRestore,
        complete: completeRestore(deletionId),
        close: finishRestore,
      });
    } finally {
      await staging.close();
    }
    return restored;
  });
}

/**
 * Removes the copy of a deletion, so that it can no longer be undone.
 *
 * @throws AppError `not_found` when it cannot be undone, or is being undone
 */
export async function makeDeletionFinal(
  context: RewriteContext,
  { id: websiteId }: Website,
  deletionId: string,
): Promise<void> {
  const { clickhouse, db, now, exists, stopping, warn } = context;
  const log = warn(DELETION_FAILED);
  const options = { isNeeded: () => exists(websiteId), stopping, log };
  try {
    await forgetDeletion(db, websiteId, deletionId, now());
  } catch (error) {
    // It may have happened although the response was lost.
    if (!(error instanceof AppError))
      void retryUntilSuccess(() => removeUnneeded(context, [deletionId]), options).catch(log);
    throw error;
  }
  await retryUntilSuccess(() => removeCopy(clickhouse, deletionId), options);
}

/**
 * Returns a job step that expires deletions, and removes copies that no deletion needs. It queries ClickHouse only when
 * there may be such copies.
 */
export function deletionExpiry(context: Pick<Context, 'clickhouse' | 'db' | 'now'>): () => Promise<void> {
  const { clickhouse, db, now } = context;
  // An earlier process may have left copies.
  let mayHaveUnneeded = true;
  return async () => {
    const had = mayHaveUnneeded;
    // Deletions may expire although the response is lost.
    mayHaveUnneeded = true;
    const hasExpired = await forgetExpiredDeletions(db, now());
    // Copies first: a copy found here belongs to a deletion that was registered before.
    if (had || hasExpired) await removeUnneeded(context, await copiedDeletions(clickhouse));
    mayHaveUnneeded = false;
  };
}

async function removeUnneeded({ clickhouse, db }: Pick<Context, 'clickhouse' | 'db'>, copied: readonly string[]) {
  for (const id of await withoutImport(db, copied)) await removeCopy(clickhouse, id);
}
