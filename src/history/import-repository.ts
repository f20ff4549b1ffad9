import { millisecondsInDay } from 'date-fns/constants';
import { and, eq, inArray, lt, ne, notInArray } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '../lib/errors.js';
import { t } from '../lib/language/translate.js';
import type { Database } from '../postgres/postgres.js';
import { imports } from '../postgres/schema.js';
import { keepWebsite } from '../websites/lock-website.js';
import { deleteSystemNote } from '../websites/system-notes.js';

/** How long an `Idempotency-Key` is kept. */
const KEPT_MS = millisecondsInDay;

export const importResult = z.object({
  imported: z.number(),
  rejected: z.number(),
  errors: z.array(
    z.object({
      line: z.number(),
      message: z.string(),
      count: z
        .number()
        .optional()
        .describe('Lines with this message, on its first line, when `errors` does not list all of them'),
    }),
  ),
});

/** `errors` lists the first rejected lines of each message. */
export type ImportResult = z.infer<typeof importResult>;

export interface EarlierImport {
  readonly result: ImportResult;
  readonly bodyHash: string;
}

export interface NewImport {
  /** A UUID from the caller, who can discard the import even when the response was lost. */
  readonly importId: string;
  readonly websiteId: string;
  /** Only the installation that started an import cleans up after it. */
  readonly instance: string;
  readonly idempotencyKey: string | undefined;
  readonly now: number;
}

/**
 * Returns an earlier import under the same key, if any, without registering a new one.
 *
 * @throws AppError `conflict` while an import under the same key is running, `not_found` when the website is gone.
 */
export async function beginImport(db: Database, begin: NewImport): Promise<EarlierImport | undefined> {
  const { importId, websiteId, instance, now } = begin;
  const idempotencyKey = begin.idempotencyKey ?? null;
  const old = new Date(now - KEPT_MS);
  await db
    .delete(imports)
    .where(and(eq(imports.websiteId, websiteId), eq(imports.state, 'done'), lt(imports.createdAt, old)));
  const begun = await db.transaction(async (tx) => {
    await keepWebsite(tx, websiteId);
    const [row] = await tx
      .insert(imports)
      .values({ id: importId, websiteId, instance, idempotencyKey, state: 'waiting', createdAt: new Date(now) })
      .onConflictDoNothing()
      .returning({ id: imports.id });
    return row;
  });
  if (begun !== undefined) return undefined;
  const [earlier] = await db
    .select()
    .from(imports)
    .where(and(eq(imports.websiteId, websiteId), eq(imports.idempotencyKey, begin.idempotencyKey ?? '')));
  if (earlier?.state !== 'done' || earlier.bodyHash === null) {
    throw keyUnderWay();
  }
  return { result: importResult.parse(earlier.result), bodyHash: earlier.bodyHash };
}

export const keyUnderWay = (): AppError =>
  new AppError('conflict', ['Idempotency-Key: an import under this key is under way']);

/** From here on it may have written events. Call it while holding the website's lock. */
export async function markWriting(db: Database, importId: string): Promise<void> {
  await db.update(imports).set({ state: 'writing' }).where(eq(imports.id, importId));
}

/** From here on it must be completed, not rolled back. */
export async function commitImport(
  db: Database,
  importId: string,
  result: ImportResult,
  bodyHash: string,
): Promise<void> {
  await db.update(imports).set({ state: 'removing', result, bodyHash }).where(eq(imports.id, importId));
}

export async function finishImport(db: Database, importId: string): Promise<void> {
  await db.update(imports).set({ state: 'done' }).where(eq(imports.id, importId));
}

/** Its commit may have written a note although it failed. */
export async function forgetImport(db: Database, importId: string): Promise<void> {
  await deleteSystemNote(db, importId);
  await db.delete(imports).where(eq(imports.id, importId));
}

/** Ids without an import, because their website was deleted. */
export async function withoutImport(db: Database, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await db
    .select({ id: imports.id })
    .from(imports)
    .where(inArray(imports.id, [...ids]));
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

type ImportState = (typeof imports.$inferSelect)['state'];

const ENDED = ['done', 'kept'] as const satisfies readonly ImportState[];

/** Matches imports, deletions and restores that are running or were interrupted. */
export const isUnfinished = notInArray(imports.state, [...ENDED]);

export interface UnfinishedImport {
  readonly id: string;
  readonly websiteId: string;
  /** `waiting` and `writing` must be rolled back; the other states are committed. */
  readonly state: Exclude<ImportState, (typeof ENDED)[number]>;
  /** The deletion to undo. */
  readonly restores: string | null;
}

/** Of this installation. */
export async function unfinishedImports(db: Database, instance: string): Promise<readonly UnfinishedImport[]> {
  const { id, websiteId, state, restores } = imports;
  const rows = await db
    .select({ id, websiteId, state, restores })
    .from(imports)
    .where(and(eq(imports.instance, instance), isUnfinished));
  return rows.flatMap(({ state, ...row }) => (state === 'done' || state === 'kept' ? [] : [{ ...row, state }]));
}

const INTERRUPTED_RETRY_AFTER = 60;

/**
 * Call it while holding the website's lock: an import, deletion or restore of any installation that may have written
 * events was then interrupted. Its recovery removes the sessions that it has replaced, or its own, by their starts, and
 * another rewrite would have copied them by then.
 *
 * @throws AppError `unavailable` while there is one
 */
export async function requireNoneInterrupted(db: Database, websiteId: string): Promise<void> {
  const interrupted = and(eq(imports.websiteId, websiteId), isUnfinished, ne(imports.state, 'waiting'));
  if ((await db.$count(imports, interrupted)) === 0) return;
  throw new AppError(
    'unavailable',
    [
      t(
        'An interrupted import or deletion of this website must be finished first: try again in a minute. If this goes on, start the Footfall process that ran it again',
      ),
    ],
    INTERRUPTED_RETRY_AFTER,
  );
}

/** Of any installation, running or interrupted. */
export const countUnfinished = (db: Database): Promise<number> => db.$count(imports, isUnfinished);

/** The installations with unfinished imports, deletions or restores. */
export async function listUnfinishedInstances(db: Database): Promise<readonly string[]> {
  const rows = await db.selectDistinct({ instance: imports.instance }).from(imports).where(isUnfinished);
  return rows.map(({ instance }) => instance);
}
