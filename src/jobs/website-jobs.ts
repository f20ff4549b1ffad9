import { and, asc, eq, inArray, isNull, lte, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context/context.js';
import { GIVE_UP_AFTER_MS, retryDelay } from '../lib/retry.js';
import type { Database } from '../postgres/postgres.js';
import { jobs, websites } from '../postgres/schema.js';
import { type JobTopic, nextRun } from './schedule.js';

/** A job of a website, claimed by this process. */
export type WebsiteJob<Kind extends JobTopic = JobTopic> = Omit<typeof jobs.$inferSelect, 'topic'> & {
  readonly topic: Kind;
};

/** A process must finish a claimed job or delivery within this time; then another process takes it. */
export const CLAIM_MS = 10 * 60_000;

/**
 * Brings the jobs of one topic in line with the settings, at `now` in epoch milliseconds: a job is added with its next
 * time, removed when its website has it disabled, and rescheduled when its website changes its time zone.
 *
 * @param wants condition on `websites` for those with the job enabled
 * @returns the websites whose job was added
 */
export async function planJobs(
  db: Database,
  topic: JobTopic,
  now: number,
  wants: SQL | undefined,
): Promise<readonly string[]> {
  const own = and(eq(jobs.websiteId, websites.id), eq(jobs.topic, topic));
  await db.delete(jobs).where(
    and(
      eq(jobs.topic, topic),
      notExists(
        db
          .select({ id: websites.id })
          .from(websites)
          .where(and(eq(websites.id, jobs.websiteId), wants)),
      ),
    ),
  );
  const missing = await db
    .select({ id: websites.id, zone: websites.timezone, dueAt: jobs.dueAt, failingSince: jobs.failingSince })
    .from(websites)
    .leftJoin(jobs, own)
    .where(and(wants, or(isNull(jobs.zone), ne(jobs.zone, websites.timezone))));
  for (const { id, zone, dueAt, failingSince } of missing) {
    const next = new Date(nextRun(topic, zone, now));
    // A run that was missed or has failed stays due.
    const isPending = failingSince !== null || (dueAt !== null && dueAt.getTime() <= now);
    await db
      .insert(jobs)
      .values({ websiteId: id, topic, zone, dueAt: next })
      .onConflictDoUpdate({ target: [jobs.websiteId, jobs.topic], set: isPending ? { zone } : { zone, dueAt: next } });
  }
  return missing.filter(({ dueAt }) => dueAt === null).map(({ id }) => id);
}

/** Claims due jobs for this process, the longest due first. Other processes skip them, and take them when the claim ends. */
export async function claimJobs<Kind extends JobTopic>(
  db: Database,
  topic: Kind,
  now: number,
  limit: number,
): Promise<readonly WebsiteJob<Kind>[]> {
  const at = new Date(now);
  const due = db.$with('due').as(
    db
      .select({ websiteId: jobs.websiteId })
      .from(jobs)
      .where(and(eq(jobs.topic, topic), lte(jobs.dueAt, at), or(isNull(jobs.claimedUntil), lte(jobs.claimedUntil, at))))
      .orderBy(asc(jobs.dueAt))
      .limit(limit)
      .for('update', { skipLocked: true }),
  );
  const claimed = await db
    .with(due)
    .update(jobs)
    .set({ claimedUntil: new Date(now + CLAIM_MS) })
    .where(and(eq(jobs.topic, topic), sql`${jobs.websiteId} in (select ${due.websiteId} from ${due})`))
    .returning();
  return claimed.map((job) => ({ ...job, topic }));
}

/** The columns of a job after a successful run. */
export const finished = (job: WebsiteJob, now: number) => ({
  dueAt: new Date(nextRun(job.topic, job.zone, now)),
  claimedUntil: null,
  failures: 0,
  failingSince: null,
  givenUpAt: null,
});

/** Reschedules jobs of a topic that runs every minute, for which all jobs share their next time. */
export async function finishJobs(db: Database, done: readonly WebsiteJob[], now: number): Promise<void> {
  const [first] = done;
  if (first === undefined) return;
  const ids = done.map(({ websiteId }) => websiteId);
  await db
    .update(jobs)
    .set(finished(first, now))
    .where(and(eq(jobs.topic, first.topic), inArray(jobs.websiteId, ids)));
}

export async function releaseJobs(db: Database, claimed: readonly WebsiteJob[]): Promise<void> {
  for (const job of claimed) await updateJob(db, job, { claimedUntil: null });
}

export async function updateJob(
  db: Database,
  { websiteId, topic }: Pick<WebsiteJob, 'websiteId' | 'topic'>,
  values: Partial<typeof jobs.$inferInsert>,
): Promise<void> {
  await db
    .update(jobs)
    .set(values)
    .where(and(eq(jobs.websiteId, websiteId), eq(jobs.topic, topic)));
}

/**
 * Retries a failed job with growing pauses for a day, then waits for its next scheduled time. Returns whether it was
 * given up.
 */
async function failJob({ db, now }: Context, job: WebsiteJob): Promise<boolean> {
  const failures = job.failures + 1;
  const failingSince = job.failingSince ?? new Date(now());
  const dueAt = now() + retryDelay(failures);
  const isGivenUp = dueAt >= failingSince.getTime() + GIVE_UP_AFTER_MS;
  await updateJob(
    db,
    job,
    isGivenUp
      ? { ...finished(job, now()), givenUpAt: new Date(now()) }
      : { dueAt: new Date(dueAt), claimedUntil: null, failures, failingSince },
  );
  return isGivenUp;
}

/** Called when a run has failed, and whether it is given up. */
export type OnJobFailed = (job: WebsiteJob, isGivenUp: boolean, error: unknown) => void;

export interface DueWork<Topic extends JobTopic> {
  readonly topic: Topic;
  readonly atOnce: number;
  /** Runs a job and records that it is {@link finished}. */
  readonly run: (job: WebsiteJob<Topic>) => Promise<void>;
  readonly onFailed: OnJobFailed;
}

/** Runs due jobs one after the other, until none is left or `stopping` is aborted. Failed jobs are retried later. */
export async function runDue<Topic extends JobTopic>(
  context: Context,
  { topic, atOnce, run, onFailed }: DueWork<Topic>,
  stopping: AbortSignal,
): Promise<void> {
  const { db, now } = context;
  while (!stopping.aborted) {
    const claimed = await claimJobs(db, topic, now(), atOnce);
    if (claimed.length === 0) return;
    for (const job of claimed) {
      if (stopping.aborted) await releaseJobs(db, [job]);
      else await run(job).catch(async (error: unknown) => onFailed(job, await failJob(context, job), error));
    }
  }
}
