import { AppError } from './errors.js';

/** Seconds after which a refused task may find a place. */
const RETRY_AFTER_SECONDS = 2;

export interface TaskQueueOptions {
  readonly maxRunning: number;
  readonly maxWaiting: number;
  /** What waits longer is refused too; undefined for no limit. */
  readonly maxWaitMs?: number;
  /** What the caller of a refused task is told. */
  readonly refusal: string;
}

/** Runs a few tasks at a time, in the order in which they came, and refuses what would wait behind too many others. */
export class TaskQueue {
  readonly #options: TaskQueueOptions;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(options: TaskQueueOptions) {
    this.#options = options;
  }

  /** Returns the result of the task. Throws AppError `unavailable` when the queue is full, or the wait too long. */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    const leave = await this.#enter();
    try {
      return await task();
    } finally {
      leave();
    }
  }

  /** Hands over what is read one by one, in a place that is given back when the reader stops. Throws as `run` does. */
  async *runWhileRead<Item>(items: () => AsyncIterable<Item>): AsyncGenerator<Item> {
    const leave = await this.#enter();
    try {
      yield* items();
    } finally {
      leave();
    }
  }

  /** Waits for a place, and returns the function that gives it back. */
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
