import { setTimeout as wait } from 'node:timers/promises';

const FIRST_MS = 500;
const MAX_MS = 4_000;

/**
 * The pause before another try, in milliseconds: it doubles up to four seconds, so that writes go on soon after a database is back, and a random half of it is left out, so
 * that many processes do not come back at once.
 *
 * @param failures in a row, from 1
 */
export const backoffDelay = (failures: number, random: () => number = Math.random): number =>
  Math.min(MAX_MS, FIRST_MS * 2 ** failures) * (1 - random() / 2);

export interface RetryOptions {
  /** Whether the task is of any use still. */
  readonly isNeeded: () => boolean;
  /** Aborted when the service stops: the task is tried a last time then. */
  readonly stopping: AbortSignal;
  readonly log: (error: unknown) => void;
}

/** Does what must not stay half done: again after growing pauses until it succeeds, as while ClickHouse is away. */
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
