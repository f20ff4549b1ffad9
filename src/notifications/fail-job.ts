import { GIVE_UP_AFTER_MS, retryDelay } from '../lib/retry.js';
import type { Database } from '../postgres/postgres.js';
import { finished, type Job, updateJob } from './job-repository.js';

export interface FailDeps {
  readonly db: Database;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called when a run has failed, and whether it is given up. */
  readonly onFailed: (job: Job, isGivenUp: boolean, error: unknown) => void;
}

/** Tries a failed job again after a growing pause, for a day; then its next time is the next attempt. */
export async function failJob({ db, now, onFailed }: FailDeps, job: Job, error: unknown): Promise<void> {
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
