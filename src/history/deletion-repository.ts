import { millisecondsInDay } from 'date-fns/constants';
import { and, desc, eq, gt, isNotNull, isNull, lte, notInArray } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '../lib/errors.js';
import { t } from '../lib/language/translate.js';
import type { Database } from '../postgres/postgres.js';
import { imports } from '../postgres/schema.js';
import { keepWebsite } from '../websites/lock-website.js';

export const KEPT_MS = millisecondsInDay;

/**
 * Held while events of a website are deleted or restored. No import can use this key: a header cannot contain a line
 * break.
 */
const DELETION_KEY = '\ndelete events';

const keptResult = z.object({ events: z.number(), visitors: z.number(), description: z.string() });

export type KeptResult = z.infer<typeof keptResult>;

export interface KeptDeletion extends KeptResult {
  readonly id: string;
  readonly deletedAt: Date;
  readonly restorableUntil: Date;
}

export interface NewDeletion {
  /** A UUID from the caller, who can discard the deletion even when the response was lost. */
  readonly importId: string;
  readonly websiteId: string;
  /** Each installation cleans up only its own deletions. */
  readonly instance: string;
  readonly now: number;
  /** The deletion to undo; undefined for a deletion. */
  readonly restores?: string | undefined;
}

/**
 * Registers a deletion of events, or the undoing of one. Both are stored as imports.
 *
 * @throws AppError `conflict` while another one is running, `not_found` when the website or the deletion to undo is gone.
 */
export async function beginDeletion(db: Database, deletion: NewDeletion): Promise<void> {
  const { importId, websiteId, instance, now, restores } = deletion;
  if (restores !== undefined && !z.uuid().safeParse(restores).success) throw deletionNotFound();
  const begun = await db.transaction(async (tx) => {
    await keepWebsite(tx, websiteId);
    if (restores !== undefined) {
      const [kept] = await tx
        .select({ id: imports.id })
        .from(imports)
        .where(and(isKept(websiteId, now), eq(imports.id, restores)))
        .for('key share');
      if (kept === undefined) throw deletionNotFound();
    }
    const [row] = await tx
      .insert(imports)
      .values({
        id: importId,
        websiteId,
        instance,
        idempotencyKey: DELETION_KEY,
        state: 'waiting',
        restores: restores ?? null,
        createdAt: new Date(now),
      })
      .onConflictDoNothing()
      .returning({ id: imports.id });
    return row;
  });
  if (begun === undefined)
    throw new AppError('conflict', [
      t(
        'Events of this website are being deleted or restored already: try again when that is done. If this does not end, restart the Footfall process that began it',
      ),
    ]);
}

/** From here on it must be completed, not rolled back. With `kept`, it can be undone later. */
export async function commitDeletion(db: Database, deletionId: string, kept: KeptResult | undefined): Promise<void> {
  await db
    .update(imports)
    .set({ state: 'deleting', ...(kept !== undefined && { result: kept }) })
    .where(eq(imports.id, deletionId));
}

/** Safe to repeat. */
export async function finishDeletion(db: Database, deletionId: string): Promise<void> {
  await db.delete(imports).where(and(eq(imports.id, deletionId), isNull(imports.result)));
  await db.update(imports).set({ state: 'kept', idempotencyKey: null }).where(eq(imports.id, deletionId));
}

export async function commitRestore(db: Database, restoreId: string): Promise<void> {
  await db.update(imports).set({ state: 'restoring' }).where(eq(imports.id, restoreId));
}

/** Removes the restore and the deletion that it has undone. Safe to repeat. */
export async function finishRestore(db: Database, restoreId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [restore] = await tx.delete(imports).where(eq(imports.id, restoreId)).returning({ of: imports.restores });
    if (restore?.of) await tx.delete(imports).where(eq(imports.id, restore.of));
  });
}

/** Latest first. */
export async function listKeptDeletions(
  db: Database,
  websiteId: string,
  now: number,
): Promise<readonly KeptDeletion[]> {
  const rows = await db.select().from(imports).where(isKept(websiteId, now)).orderBy(desc(imports.createdAt));
  return rows.map(({ id, createdAt, result }) => ({
    ...keptResult.parse(result),
    id,
    deletedAt: createdAt,
    restorableUntil: new Date(createdAt.getTime() + KEPT_MS),
  }));
}

/** Makes a deletion final. Throws AppError `not_found` when it cannot be undone, or is being undone. */
export async function forgetDeletion(db: Database, websiteId: string, deletionId: string, now: number): Promise<void> {
  if (!z.uuid().safeParse(deletionId).success) throw deletionNotFound();
  const forgotten = await db
    .delete(imports)
    .where(and(isKept(websiteId, now), eq(imports.id, deletionId), notInArray(imports.id, beingRestored(db))))
    .returning({ id: imports.id });
  if (forgotten.length === 0) throw deletionNotFound();
}

/** Skips deletions that are being undone. Returns whether there were any. */
export async function forgetExpiredDeletions(db: Database, now: number): Promise<boolean> {
  const isOld = lte(imports.createdAt, new Date(now - KEPT_MS));
  const forgotten = await db
    .delete(imports)
    .where(and(eq(imports.state, 'kept'), isOld, notInArray(imports.id, beingRestored(db))))
    .returning({ id: imports.id });
  return forgotten.length > 0;
}

const beingRestored = (db: Database) =>
  db.select({ id: imports.restores }).from(imports).where(isNotNull(imports.restores));

const isKept = (websiteId: string, now: number) =>
  and(eq(imports.websiteId, websiteId), eq(imports.state, 'kept'), gt(imports.createdAt, new Date(now - KEPT_MS)));

const deletionNotFound = (): AppError =>
  new AppError('not_found', [
    t('This deletion can no longer be undone: it was undone already, or 24 hours have passed'),
  ]);
