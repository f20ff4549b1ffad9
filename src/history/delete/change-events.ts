import { randomUUID } from 'node:crypto';
import { websiteNotFound } from '../../lib/errors.js';
import type { Website } from '../../websites/website.js';
import { beginOrForget, type RewriteDeps, rewriteEvents, type WriteRows } from '../rewrite.js';
import { beginDeletion } from './deletion-repository.js';

export interface EventChange {
  readonly importId: string;
  /** Throws when the change must stop. */
  readonly check: () => void;
  readonly write: WriteRows;
}

/**
 * Deletes or restores events of a website, all or nothing. No other change and no collected event is written meanwhile.
 *
 * @param restores the deletion to undo
 * @throws AppError `conflict` while another one is running, `not_found` when the website or that deletion is gone.
 */
export async function changeEvents<Result>(
  { id: websiteId }: Website,
  restores: string | undefined,
  deps: RewriteDeps,
  work: (change: EventChange) => Promise<Result>,
): Promise<Result> {
  const importId = randomUUID();
  const start = { importId, websiteId, instance: deps.instance, now: deps.now(), restores };
  await beginOrForget(deps, start, () => beginDeletion(deps.db, start));
  const check = () => {
    if (!deps.exists(websiteId)) throw websiteNotFound();
  };
  return rewriteEvents({ websiteId, importId }, deps, ({ locked }) =>
    locked(deps.exclusive, async (write) => {
      check();
      return work({ importId, check, write });
    }),
  );
}
