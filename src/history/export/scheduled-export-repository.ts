import { and, asc, eq, gt, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { retryDelay } from '../../lib/retry.js';
import type { Database } from '../../postgres/postgres.js';
import { scheduledExports } from '../../postgres/schema.js';

export type ScheduledExport = typeof scheduledExports.$inferSelect;

const NO_FAILURES = { failures: 0, failingSince: null, failure: null };

export async function findScheduledExport(db: Database, websiteId: string): Promise<ScheduledExport | undefined> {
  const [found] = await db.select().from(scheduledExports).where(eq(scheduledExports.websiteId, websiteId));
  return found;
}

/** As configured by the owner of the website. */
export type ExportLocation = Pick<ScheduledExport, 'destination' | 'location' | 'region' | 'credentials'>;

export type ChosenExport = ExportLocation &
  Pick<ScheduledExport, 'websiteId' | 'nextDay' | 'dueAt' | 'lastDay' | 'lastWrittenAt'>;

/** Replaces an earlier one, and clears earlier failures. `now` is epoch milliseconds. */
export async function storeScheduledExport(db: Database, chosen: ChosenExport, now: number): Promise<void> {
  const at = new Date(now);
  const changed = { ...chosen, ...NO_FAILURES, updatedAt: at };
  await db
    .insert(scheduledExports)
    .values({ ...changed, createdAt: at })
    .onConflictDoUpdate({ target: scheduledExports.websiteId, set: changed });
}

/** Sets the next day, and clears earlier failures. `now` is epoch milliseconds. */
export async function restartExport(
  db: Database,
  websiteId: string,
  { nextDay, dueAt }: Pick<Progress, 'nextDay' | 'dueAt'>,
  now: number,
): Promise<void> {
  await db
    .update(scheduledExports)
    .set({ nextDay, dueAt: new Date(dueAt), ...NO_FAILURES, updatedAt: new Date(now) })
    .where(eq(scheduledExports.websiteId, websiteId));
}

/** The files stay. Returns whether there was one. */
export async function removeScheduledExport(db: Database, websiteId: string): Promise<boolean> {
  const removed = await db
    .delete(scheduledExports)
    .where(eq(scheduledExports.websiteId, websiteId))
    .returning({ websiteId: scheduledExports.websiteId });
  return removed.length > 0;
}

/** Longest due first. */
export async function listDueExports(db: Database, now: number): Promise<readonly string[]> {
  const due = await db
    .select({ websiteId: scheduledExports.websiteId })
    .from(scheduledExports)
    .where(lte(scheduledExports.dueAt, new Date(now)))
    .orderBy(asc(scheduledExports.dueAt));
  return due.map(({ websiteId }) => websiteId);
}

export const countFailingExports = (db: Database): Promise<number> =>
  db.$count(scheduledExports, isNotNull(scheduledExports.failingSince));

/** Matches the row only as it was read: after a change by its owner, or by another process, nothing is recorded. */
const unchanged = ({ websiteId, nextDay, updatedAt }: ScheduledExport) =>
  and(
    eq(scheduledExports.websiteId, websiteId),
    eq(scheduledExports.nextDay, nextDay),
    eq(scheduledExports.updatedAt, updatedAt),
  );

export async function postponeExport(db: Database, row: ScheduledExport, dueAt: number): Promise<void> {
  await db
    .update(scheduledExports)
    .set({ dueAt: new Date(dueAt) })
    .where(unchanged(row));
}

export interface Progress {
  /** The next day to write. */
  readonly nextDay: string;
  /** Epoch milliseconds at which it is written. */
  readonly dueAt: number;
  /** The day that was written; undefined when it was skipped. */
  readonly written: string | undefined;
}

/** Records a written or skipped day. `now` is epoch milliseconds. */
export async function recordProgress(
  db: Database,
  row: ScheduledExport,
  { nextDay, dueAt, written }: Progress,
  now: number,
): Promise<void> {
  await db
    .update(scheduledExports)
    .set({
      nextDay,
      dueAt: new Date(dueAt),
      ...(written !== undefined && { lastDay: written, lastWrittenAt: new Date(now) }),
      ...NO_FAILURES,
    })
    .where(unchanged(row));
}

/** It is retried after growing pauses of up to an hour, indefinitely. */
export async function recordFailure(db: Database, row: ScheduledExport, failure: string, now: number): Promise<void> {
  const failures = row.failures + 1;
  await db
    .update(scheduledExports)
    .set({
      failures,
      failure,
      failingSince: row.failingSince ?? new Date(now),
      dueAt: new Date(now + retryDelay(failures)),
    })
    .where(unchanged(row));
}

/** A website can be tested once in `intervalMs`. Returns whether a test may run now. */
export async function reserveTest(db: Database, websiteId: string, intervalMs: number, now: number): Promise<boolean> {
  const { testedAt } = scheduledExports;
  const isFree = or(isNull(testedAt), lte(testedAt, new Date(now - intervalMs)), gt(testedAt, new Date(now)));
  const reserved = await db
    .update(scheduledExports)
    .set({ testedAt: new Date(now) })
    .where(and(eq(scheduledExports.websiteId, websiteId), isFree))
    .returning({ websiteId: scheduledExports.websiteId });
  return reserved.length > 0;
}
