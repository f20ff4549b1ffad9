import { setTimeout as wait } from 'node:timers/promises';
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';

const FIRST_MS = 1_000;
const MAX_MS = 4_000;

/**
 * Milliseconds, doubling up to four seconds, so that writes resume soon after an outage. Up to half is randomly left
 * out, so that many processes do not retry at once.
 *
 * @param failures consecutive, from 1
 */
export const backoffDelay = (failures: number, random: () => number = Math.random): number =>
  Math.min(MAX_MS, FIRST_MS * 2 ** (failures - 1)) * (1 - random() / 2);

export interface RetryOptions {
  readonly isNeeded: () => boolean;
  /** Aborted when the service stops: the task is then tried one last time. */
  readonly stopping: AbortSignal;
  readonly log: (error: unknown) => void;
}

/** For a task that must not stay half done: retried with growing pauses, for example during an outage of ClickHouse. */
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

/** A job or a delivery that has failed for this long is given up. */
export const GIVE_UP_AFTER_MS = millisecondsInDay;

/** Milliseconds: a minute, doubling up to an hour. */
export const retryDelay = (failures: number): number =>
  Math.min(millisecondsInHour, millisecondsInMinute * 2 ** Math.min(failures - 1, 10));
