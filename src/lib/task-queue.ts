import { AppError } from './errors.js';
import { type Text, t } from './language/translate.js';

/** Seconds for `Retry-After`. */
const RETRY_AFTER_SECONDS = 2;

export interface TaskQueueOptions {
  readonly maxRunning: number;
  readonly maxWaiting: number;
  /** A task that waits longer is refused; undefined for no limit. */
  readonly maxWaitMs?: number;
  /** Message for the caller of a refused task. */
  readonly refusal: Text;
}

/** Runs a few tasks at a time, in the order of the calls, and refuses tasks when too many wait. */
export class TaskQueue {
  readonly #options: TaskQueueOptions;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(options: TaskQueueOptions) {
    this.#options = options;
  }

  /**
   * @param signal aborted when no client waits for the result any more: a task that has not begun is dropped
   * @throws AppError `unavailable` when the queue is full or the wait too long, `invalid` for a dropped task
   */
  async run<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const leave = await this.#enter(signal);
    try {
      return await task();
    } finally {
      leave();
    }
  }

  /** Holds a slot while the items are read. Throws like `run`. */
  async *runWhileRead<Item>(items: () => AsyncIterable<Item>, signal?: AbortSignal): AsyncGenerator<Item> {
    const leave = await this.#enter(signal);
    try {
      yield* items();
    } finally {
      leave();
    }
  }

  /** Waits for a slot, and returns the function that frees it. */
  async #enter(signal: AbortSignal | undefined): Promise<() => void> {
    const { maxRunning, maxWaiting } = this.#options;
    if (signal?.aborted) throw clientGone();
    if (this.#running < maxRunning) this.#running += 1;
    else if (this.#waiting.size >= maxWaiting) throw this.#refusal();
    else await this.#wait(signal);
    return () => {
      const [next] = this.#waiting;
      if (next === undefined) this.#running -= 1;
      else next();
    };
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    const { maxWaitMs } = this.#options;
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        this.#waiting.delete(begin);
        clearTimeout(timer);
        signal?.removeEventListener('abort', drop);
      };
      const begin = () => {
        stopWaiting();
        resolve();
      };
      const giveUp = () => {
        stopWaiting();
        reject(this.#refusal());
      };
      const drop = () => {
        stopWaiting();
        reject(clientGone());
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
      signal?.addEventListener('abort', drop);
      this.#waiting.add(begin);
    });
  }

  readonly #refusal = (): AppError => new AppError('unavailable', [t(this.#options.refusal)], RETRY_AFTER_SECONDS);
}

const clientGone = (): AppError => new AppError('invalid', ['The client went away']);
