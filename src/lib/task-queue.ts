import { AppError } from './errors.js';

/** Seconds after which a refused task may be accepted. */
const RETRY_AFTER_SECONDS = 2;

export interface TaskQueueOptions {
  readonly maxRunning: number;
  readonly maxWaiting: number;
  /** Tasks that wait longer are refused too; undefined for no limit. */
  readonly maxWaitMs?: number;
  /** The message to the caller of a refused task. */
  readonly refusal: string;
}

/** Runs a few tasks at a time, in the order of the calls, and refuses tasks beyond a maximum of waiting ones. */
export class TaskQueue {
  readonly #options: TaskQueueOptions;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(options: TaskQueueOptions) {
    this.#options = options;
  }

  /**
   * Runs a task and returns its result.
   *
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

  /** Yields the items while they are read, and frees its place when the reader stops. Throws as `run` does. */
  async *runWhileRead<Item>(items: () => AsyncIterable<Item>, signal?: AbortSignal): AsyncGenerator<Item> {
    const leave = await this.#enter(signal);
    try {
      yield* items();
    } finally {
      leave();
    }
  }

  /** Waits for a place, and returns the function that frees it. */
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

  readonly #refusal = (): AppError => new AppError('unavailable', [this.#options.refusal], RETRY_AFTER_SECONDS);
}

const clientGone = (): AppError => new AppError('invalid', ['The client went away']);
