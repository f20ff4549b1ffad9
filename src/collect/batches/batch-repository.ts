import { millisecondsInDay } from 'date-fns/constants';
import { and, eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '../../lib/errors.js';
import type { Database } from '../../postgres/postgres.js';
import { eventBatches } from '../../postgres/schema.js';
import { lockWebsite } from '../../websites/lock-website.js';

/** How long an `Idempotency-Key` is kept. */
const KEPT_MS = millisecondsInDay;

export const eventResult = z.object({
  status: z.enum(['accepted', 'dropped', 'invalid']),
  reason: z.string().optional().describe('Why the event was dropped, as in `GET …/stats/drops`'),
  errors: z.array(z.string()).optional().describe('Of an invalid event, each with its field'),
});

export type EventResult = z.infer<typeof eventResult>;

export interface BatchKey {
  readonly websiteId: string;
  readonly idempotencyKey: string;
}

export interface NewBatch extends BatchKey {
  readonly bodyHash: string;
  /** Only the installation that began a batch goes on with it after a crash. */
  readonly instance: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface BegunBatch {
  /** Undefined for a batch that was not answered yet. */
  readonly results: readonly EventResult[] | undefined;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

const isBatch = ({ websiteId, idempotencyKey }: BatchKey) =>
  and(eq(eventBatches.websiteId, websiteId), eq(eventBatches.idempotencyKey, idempotencyKey));

/**
 * Registers a batch, or returns the earlier one under its key.
 *
 * @throws AppError `conflict` for a key that was used with another body, or that another process is using; `not_found` when
 *   the website is gone
 */
export async function beginBatch(db: Database, batch: NewBatch): Promise<BegunBatch> {
  const { websiteId, idempotencyKey, bodyHash, instance, now } = batch;
  const values = { websiteId, idempotencyKey, bodyHash, instance, createdAt: new Date(now) };
  const begun = await db.transaction(async (tx) => {
    await lockWebsite(tx, websiteId);
    await tx.delete(eventBatches).where(and(isBatch(batch), lt(eventBatches.createdAt, new Date(now - KEPT_MS))));
    return tx.insert(eventBatches).values(values).onConflictDoNothing().returning({ key: eventBatches.idempotencyKey });
  });
  if (begun.length > 0) return { results: undefined, createdAt: now };
  const [earlier] = await db.select().from(eventBatches).where(isBatch(batch));
  if (earlier === undefined) throw keyInUse();
  if (earlier.bodyHash !== bodyHash) throw new AppError('conflict', ['Idempotency-Key: was used with another body']);
  if (earlier.results === null && earlier.instance !== instance) throw keyInUse();
  return {
    results: earlier.results === null ? undefined : z.array(eventResult).parse(earlier.results),
    createdAt: earlier.createdAt.getTime(),
  };
}

export async function finishBatch(db: Database, batch: BatchKey, results: readonly EventResult[]): Promise<void> {
  await db.update(eventBatches).set({ results }).where(isBatch(batch));
}

/** For a batch of which nothing was kept. */
export async function forgetBatch(db: Database, batch: BatchKey): Promise<void> {
  await db.delete(eventBatches).where(isBatch(batch));
}

export async function forgetExpiredBatches(db: Database, now: number): Promise<void> {
  await db.delete(eventBatches).where(lt(eventBatches.createdAt, new Date(now - KEPT_MS)));
}

export const keyInUse = (): AppError =>
  new AppError('conflict', ['Idempotency-Key: a batch under this key is under way']);
