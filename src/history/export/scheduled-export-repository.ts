import { and, asc, eq, gt, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { retryDelay } from '../../lib/retry.js';
import type { Database } from '../../postgres/postgres.js';
import { scheduledExports } from '../../postgres/schema.js';

export type ScheduledExport = typeof scheduledExports.$inferSelect;

const NO_FAILURES = { failures: 0, failingSince: null, failure: null };

/** Finds the scheduled export of a website. */
export async function findScheduledExport(db: Database, websiteId: string): Promise<ScheduledExport | undefined> {
  const [found] = await db.select().from(scheduledExports).where(eq(scheduledExports.websiteId, websiteId));
  return found;
}

/** Where files go, as the owner of a website decides. */
export type ExportLocation = Pick<ScheduledExport, 'destination' | 'location' | 'region' | 'credentials'>;

export type ChosenExport = ExportLocation &
  Pick<ScheduledExport, 'websiteId' | 'nextDay' | 'dueAt' | 'lastDay' | 'lastWrittenAt'>;

/** Stores a scheduled export in place of an earlier one, at `now` in epoch milliseconds. Earlier failures are forgotten. */
export async function storeScheduledExport(db: Database, chosen: ChosenExport, now: number): Promise<void> {
  const at = new Date(now);
  const changed = { ...chosen, ...NO_FAILURES, updatedAt: at };
  await db
    .insert(scheduledExports)
    .values({ ...changed, createdAt: at })
    .onConflictDoUpdate({ target: scheduledExports.websiteId, set: changed });
}

/** Sets the next day of an export, at `now` in epoch milliseconds. Earlier failures are forgotten. */
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

/** Removes a scheduled export. The files stay. Returns whether there was one. */
export async function removeScheduledExport(db: Database, websiteId: string): Promise<boolean> {
  const removed = await db
    .delete(scheduledExports)
    .where(eq(scheduledExports.websiteId, websiteId))
    .returning({ websiteId: scheduledExports.websiteId });
  return removed.length > 0;
}

/** Lists the websites whose export is due, the longest due first. */
export async function listDueExports(db: Database, now: number): Promise<readonly string[]> {
  const due = await db
    .select({ websiteId: scheduledExports.websiteId })
    .from(scheduledExports)
    .where(lte(scheduledExports.dueAt, new Date(now)))
    .orderBy(asc(scheduledExports.dueAt));
  return due.map(({ websiteId }) => websiteId);
}

/** Counts the exports whose last attempt failed. */
export const countFailingExports = (db: Database): Promise<number> =>
  db.$count(scheduledExports, isNotNull(scheduledExports.failingSince));

/** The row as it was read: after a change by its owner, or by another process, nothing is recorded. */
const unchanged = ({ websiteId, nextDay, updatedAt }: ScheduledExport) =>
  and(
    eq(scheduledExports.websiteId, websiteId),
    eq(scheduledExports.nextDay, nextDay),
    eq(scheduledExports.updatedAt, updatedAt),
  );

/** Sets when the next day is written. */
export async function postponeExport(db: Database, row: ScheduledExport, dueAt: number): Promise<void> {
  await db
    .update(scheduledExports)
    .set({ dueAt: new Date(dueAt) })
    .where(unchanged(row));
}

export interface Progress {
  /** The day that is written next. */
  readonly nextDay: string;
  /** When it is written, in epoch milliseconds. */
  readonly dueAt: number;
  /** The day that was written; undefined when it was skipped. */
  readonly written: string | undefined;
}

/** Records a written or skipped day, at `now` in epoch milliseconds. */
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

/** Records a failed attempt: it is retried after growing pauses of up to an hour, indefinitely. */
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

/** Reserves a test, of which a website has one in `intervalMs`. Returns whether it may be made now. */
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
