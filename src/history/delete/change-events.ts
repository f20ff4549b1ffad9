import { randomUUID } from 'node:crypto';
import { websiteNotFound } from '../../lib/errors.js';
import type { Website } from '../../websites/website.js';
import { answerWithin } from '../answer-within.js';
import { beginDeletion } from '../deletion-repository.js';
import { beginOrForget, type RewriteContext, rewriteEvents, type WriteRows } from '../rewrite.js';

/** Log message while a deletion or a restore is retried. */
export const DELETION_FAILED = 'an event deletion could not be completed yet: retrying';

export interface EventChange {
  readonly importId: string;
  /** Throws when the change must stop. */
  readonly check: () => void;
  readonly write: WriteRows;
}

/**
 * Deletes or restores events of a website, all or nothing. No other change and no collected event is written meanwhile. The
 * response to a failed one waits for its removal, for half a minute at most.
 *
 * @param restores the deletion to undo
 * @throws AppError `conflict` while another one is running, `not_found` when the website or that deletion is gone.
 */
export async function changeEvents<Result>(
  context: RewriteContext,
  { id: websiteId }: Website,
  restores: string | undefined,
  work: (change: EventChange) => Promise<Result>,
): Promise<Result> {
  const { db, instance, now, exists, changes } = context;
  const importId = randomUUID();
  const target = { websiteId, importId, failed: DELETION_FAILED };
  await beginOrForget(context, target, () =>
    beginDeletion(db, { importId, websiteId, instance, now: now(), restores }),
  );
  const check = () => {
    if (!exists(websiteId)) throw websiteNotFound();
  };
  return answerWithin(context.maxRemovalMs, (onFailed) =>
    rewriteEvents(context, { ...target, onFailed }, ({ locked }) =>
      locked(changes.exclusive, async (write) => {
        check();
        return work({ importId, check, write });
      }),
    ),
  );
}
