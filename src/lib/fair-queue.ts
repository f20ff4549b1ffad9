import { AppError } from './errors.js';
import { type Text, t } from './language/translate.js';

/** Seconds for `Retry-After`. */
const RETRY_AFTER_SECONDS = 2;

export interface FairQueueOptions {
  /** Running tasks in total; each key has at most one. */
  readonly maxRunning: number;
  readonly maxWaiting: number;
  readonly maxWaitingPerKey: number;
  readonly maxWaitMs: number;
  /** Message for the caller of a refused task. */
  readonly refusal: Text;
}

interface Waiting {
  readonly key: string;
  readonly begin: () => void;
}

/** Runs at most one task per key. The next slot goes to the key that was served the longest ago. */
export class FairQueue {
  readonly #running = new Set<string>();
  readonly #waiting = new Set<Waiting>();
  /** Sequence number of each key's last slot, while tasks wait. */
  readonly #served = new Map<string, number>();
  #places = 0;

  constructor(private readonly options: FairQueueOptions) {}

  /**
   * Waits for a slot, and returns the function that frees it.
   *
   * @param signal aborting it ends the wait
   * @throws AppError `unavailable` when too many wait, or the wait was too long; the reason of the signal
   */
  async enter(key: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const { maxRunning, maxWaiting, maxWaitingPerKey } = this.options;
    if (this.#running.size >= maxRunning || this.#running.has(key)) {
      const own = [...this.#waiting].filter((each) => each.key === key).length;
      if (this.#waiting.size >= maxWaiting || own >= maxWaitingPerKey) throw this.#refusal();
      await this.#wait(key, signal);
    }
    this.#running.add(key);
    this.#places += 1;
    this.#served.set(key, this.#places);
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      this.#running.delete(key);
      this.#beginNext();
    };
  }

  #beginNext(): void {
    if (this.#waiting.size === 0) this.#served.clear();
    let next: Waiting | undefined;
    for (const each of this.#waiting) {
      if (this.#running.has(each.key)) continue;
      if (next === undefined || this.#lastServed(each) < this.#lastServed(next)) next = each;
    }
    next?.begin();
  }

  readonly #lastServed = ({ key }: Waiting): number => this.#served.get(key) ?? 0;

  #wait(key: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        this.#waiting.delete(waiting);
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
      };
      const leave = () => {
        end();
        reject(signal?.reason);
      };
      const begin = () => {
        end();
        // Taken synchronously, before another task can ask.
        this.#running.add(key);
        resolve();
      };
      const waiting = { key, begin };
      const timer = setTimeout(() => {
        end();
        reject(this.#refusal());
      }, this.options.maxWaitMs);
      signal?.addEventListener('abort', leave);
      this.#waiting.add(waiting);
    });
  }

  readonly #refusal = (): AppError => new AppError('unavailable', [t(this.options.refusal)], RETRY_AFTER_SECONDS);
}
