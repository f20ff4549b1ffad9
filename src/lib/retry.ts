import { setTimeout as wait } from 'node:timers/promises';
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';

const FIRST_MS = 1_000;
const MAX_MS = 4_000;

/**
 * Returns the pause before a retry, in milliseconds. It doubles up to four seconds, so that writes resume soon after a database
 * is back. A random part of up to half is left out, so that many processes do not retry at once.
 *
 * @param failures in a row, from 1
 */
export const backoffDelay = (failures: number, random: () => number = Math.random): number =>
  Math.min(MAX_MS, FIRST_MS * 2 ** (failures - 1)) * (1 - random() / 2);

export interface RetryOptions {
  /** Returns whether the task is still needed. */
  readonly isNeeded: () => boolean;
  /** Aborted when the service stops: the task is then tried one last time. */
  readonly stopping: AbortSignal;
  readonly log: (error: unknown) => void;
}

/** Runs a task that must not stay half done. Retries it with growing pauses until it succeeds, as while ClickHouse is away. */
export async function retryUntilSuccess(
  task: () => Promise<void>,
  { isNeeded, stopping, log }: RetryOptions,
): Promise<void> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await task();
    } catch (error) {
      if (stopping.aborted || !isNeeded()) throw error;
      log(error);
      await wait(backoffDelay(failures), undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}

/** A job or a delivery that has failed for so long is given up. */
export const GIVE_UP_AFTER_MS = millisecondsInDay;

/** Returns the pause before the next attempt, in milliseconds: from a minute, doubled up to an hour. */
export const retryDelay = (failures: number): number =>
  Math.min(millisecondsInHour, millisecondsInMinute * 2 ** Math.min(failures - 1, 10));
