import { eq } from 'drizzle-orm';
import { AppError, websiteNotFound } from '../lib/errors.js';
import type { Database } from '../postgres/postgres.js';
import { imports, websites } from '../postgres/schema.js';

/** The key held while events of a website are deleted. No import can use it: a header cannot contain a line break. */
const DELETION_KEY = '\ndelete events';

export interface NewDeletion {
  /** A UUID of the caller, who can forget the deletion although the answer was lost. */
  readonly importId: string;
  readonly websiteId: string;
  /** Identifies this installation: each one cleans up only its own deletions. */
  readonly instance: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Registers a deletion of events, which is stored as an import that only deletes.
 *
 * @throws AppError `conflict` while another one is running, `not_found` when the website is gone.
 */
export async function beginDeletion(db: Database, { importId, websiteId, instance, now }: NewDeletion): Promise<void> {
  const begun = await db.transaction(async (tx) => {
    // Locks the website's row, so that the website is not deleted meanwhile.
    const found = await tx
      .select({ id: websites.id })
      .from(websites)
      .where(eq(websites.id, websiteId))
      .for('key share');
    if (found.length === 0) throw websiteNotFound();
    const [row] = await tx
      .insert(imports)
      .values({
        id: importId,
        websiteId,
        instance,
        idempotencyKey: DELETION_KEY,
        state: 'writing',
        createdAt: new Date(now),
      })
      .onConflictDoNothing()
      .returning({ id: imports.id });
    return row;
  });
  if (begun === undefined)
    throw new AppError('conflict', ['Events of this website are being deleted already: try again when that is done']);
}

/** Commits a deletion: from here on it must be completed, not rolled back. */
export async function commitDeletion(db: Database, deletionId: string): Promise<void> {
  await db.update(imports).set({ state: 'deleting' }).where(eq(imports.id, deletionId));
}
