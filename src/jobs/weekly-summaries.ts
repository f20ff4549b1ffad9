import { millisecondsInDay } from 'date-fns/constants';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import type { Database } from '../postgres/postgres.js';
import { lastWeek } from '../time/index.js';
import { findWebsite } from '../websites/find-website.js';
import { GIVE_UP_AFTER_MS, retryDelay } from './backoff.js';
import { claimJobs, finished, type Job, planJobs, updateJob } from './job-repository.js';
import { addNotice, findDestinations, hadNoticeSince, type NewNotice } from './notice-repository.js';
import { readWeeklySummary } from './read-weekly-summary.js';
import { lastRun } from './schedule.js';

export interface SummaryDeps {
  readonly db: Database;
  readonly clickhouse: ClickHouse;
  /** Whether there is a mail server. */
  readonly delivers: boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called when a run has failed, and whether it is given up. */
  readonly onFailed: (job: Job, isGivenUp: boolean, error: unknown) => void;
}

const CLAIMED_AT_ONCE = 20;

/** A website without visitors gets at most one summary in so long. */
const QUIET_PAUSE_MS = 31 * millisecondsInDay;

/** Writes the weekly summaries that are due, until none is or `isStopping`. Several missed weeks make one, of the last week. */
export async function writeSummaries(deps: SummaryDeps, isStopping: () => boolean): Promise<void> {
  const { db, now } = deps;
  await planJobs(db, 'weekly-summary', now());
  while (!isStopping()) {
    const claimed = await claimJobs(db, 'weekly-summary', now(), CLAIMED_AT_ONCE);
    if (claimed.length === 0) return;
    for (const job of claimed) {
      if (isStopping()) await updateJob(db, job, { claimedUntil: null });
      else await writeSummary(deps, job).catch((error) => fail(deps, job, error));
    }
  }
}

async function writeSummary(deps: SummaryDeps, job: Job): Promise<void> {
  const { db, now } = deps;
  const notice = await composeNotice(deps, job);
  await db.transaction(async (tx) => {
    if (notice !== undefined) {
      const destinations = await findDestinations(tx, job.websiteId, job.topic, deps.delivers);
      await addNotice(tx, notice, destinations, now());
    }
    await updateJob(tx, job, finished(job, now()));
  });
}

/** Returns the notice of the last week; undefined without a website, or where the last one without visitors was not long ago. */
async function composeNotice(
  { db, clickhouse, now }: SummaryDeps,
  { websiteId, topic, zone }: Job,
): Promise<NewNotice | undefined> {
  const website = await findWebsite(db, websiteId);
  if (website === undefined) return undefined;
  const week = lastWeek(lastRun(topic, zone, now()), zone);
  const content = await readWeeklySummary(clickhouse, website, week, now());
  const kind = content.visitors.now === 0 ? 'quiet-week' : 'week';
  if (kind === 'quiet-week' && (await hadNoticeSince(db, websiteId, kind, now() - QUIET_PAUSE_MS))) return undefined;
  return { websiteId, topic, kind, occasion: week.from, content };
}

/** Tries again after a growing pause, for a day; then the next week is the next attempt. */
async function fail({ db, now, onFailed }: SummaryDeps, job: Job, error: unknown): Promise<void> {
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
  onFailed(job, isGivenUp, error);
}
