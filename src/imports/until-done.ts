import { setTimeout as wait } from 'node:timers/promises';
import { pauseAfter } from '../sessions/backoff.js';

export interface Patience {
  /** Whether the task is of any use still. */
  readonly isNeeded: () => boolean;
  /** Aborted when the service stops: the task is tried a last time then. */
  readonly stopping: AbortSignal;
  readonly log: (error: unknown) => void;
}

/** Does what must not stay half done: again after growing pauses until it succeeds, as while ClickHouse is away. */
export async function untilDone(task: () => Promise<void>, { isNeeded, stopping, log }: Patience): Promise<void> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await task();
    } catch (error) {
      if (stopping.aborted || !isNeeded()) throw error;
      log(error);
      await wait(pauseAfter(failures), undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}
