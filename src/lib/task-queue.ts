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

  /** Runs a task and returns its result. Throws AppError `unavailable` when the queue is full, or the wait too long. */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    const leave = await this.#enter();
    try {
      return await task();
    } finally {
      leave();
    }
  }

  /** Yields the items while they are read, and frees its place when the reader stops. Throws as `run` does. */
  async *runWhileRead<Item>(items: () => AsyncIterable<Item>): AsyncGenerator<Item> {
    const leave = await this.#enter();
    try {
      yield* items();
    } finally {
      leave();
    }
  }

  /** Waits for a place, and returns the function that frees it. */
  async #enter(): Promise<() => void> {
    const { maxRunning, maxWaiting } = this.#options;
    if (this.#running < maxRunning) this.#running += 1;
    else if (this.#waiting.size >= maxWaiting) throw this.#refusal();
    else await this.#wait();
    return () => {
      const [next] = this.#waiting;
      if (next === undefined) this.#running -= 1;
      else next();
    };
  }

  #wait(): Promise<void> {
    const { maxWaitMs } = this.#options;
    return new Promise((resolve, reject) => {
      const begin = () => {
        this.#waiting.delete(begin);
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.delete(begin);
        reject(this.#refusal());
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
      this.#waiting.add(begin);
    });
  }

  readonly #refusal = (): AppError => new AppError('unavailable', [this.#options.refusal], RETRY_AFTER_SECONDS);
}
