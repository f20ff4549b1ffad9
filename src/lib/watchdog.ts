import { setMaxListeners } from 'node:events';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { AppError } from './errors.js';

const INTERVAL_MS = 500;

/** With the interval, callers learn in less than two seconds that a server is unavailable. */
const TIMEOUT_MS = 1_200;
const TIMEOUT_SLICES = 6;

/** A ping that fails within this time was refused or reset. */
const QUICK_MS = 300;

const RETRY_AFTER_SECONDS = 5;

export interface WatchdogOptions {
  /** Used in messages. */
  readonly name: string;
  /** Uses a separate connection: on others, a ping would queue behind queries. */
  readonly ping: (late: AbortSignal) => Promise<unknown>;
  /** Called when the server stops answering, to drop its connections. */
  readonly onAway: () => void;
  readonly warn: (message: string) => void;
}

/**
 * Checks whether a server answers, by a ping twice a second. Refused or reset connections are noticed anyway, but an
 * unresponsive server, as after a cut cable, would keep its callers waiting for minutes.
 */
export class Watchdog {
  readonly #options: WatchdogOptions;
  readonly #stopping = new AbortController();
  /** Aborted when the server stops answering; replaced when it answers again. */
  #away = newController();
  #failure: unknown;
  #hasAnswered = false;
  readonly #watching: Promise<void>;

  constructor(options: WatchdogOptions) {
    this.#options = options;
    this.#watching = this.#watch();
  }

  get isAway(): boolean {
    return this.#away.signal.aborted;
  }

  /**
   * Passes a signal that is aborted when the server stops answering.
   *
   * @throws AppError `unavailable` as soon as the server stops answering
   */
  async run<Result>(task: (away: AbortSignal) => Promise<Result>): Promise<Result> {
    const { signal } = this.#away;
    if (signal.aborted) throw this.#unavailable();
    let stop = () => {};
    const away = new Promise<never>((_, reject) => {
      stop = () => reject(this.#unavailable());
      signal.addEventListener('abort', stop);
    });
    try {
      const result = await Promise.race([task(signal), away]);
      this.#hasAnswered = true;
      return result;
    } catch (error) {
      throw signal.aborted ? this.#unavailable() : error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /**
   * Resolves when no ping is running. From the call on, the server counts as unavailable, so that nothing reconnects.
   */
  async close(): Promise<void> {
    this.#stopping.abort();
    this.#away.abort();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      await wait(INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      const began = performance.now();
      let answers = await this.#answers();
      // A reset connection does not predict the next one.
      if (!answers && !signal.aborted && performance.now() - began < QUICK_MS) answers = await this.#answers();
      if (!signal.aborted && answers === this.isAway) this.#change(answers);
    }
  }

  async #answers(): Promise<boolean> {
    const late = new AbortController();
    const enough = new AbortController();
    const timeout = async () => {
      // In slices: during a pause of this process, when no response can be read, only one slice counts.
      for (let slice = 0; slice < TIMEOUT_SLICES; slice += 1) {
        await wait(TIMEOUT_MS / TIMEOUT_SLICES, undefined, { signal: enough.signal, ref: false });
        await setImmediate();
        if (this.#stopping.signal.aborted) break;
      }
      throw new Error('no answer in time');
    };
    try {
      await Promise.race([this.#options.ping(late.signal), timeout()]);
      this.#hasAnswered = true;
      return true;
    } catch (error) {
      this.#failure = error;
      late.abort();
      return false;
    } finally {
      enough.abort();
    }
  }

  #change(answers: boolean): void {
    const { name, onAway, warn } = this.#options;
    // A start that never reaches its server fails and reports that itself.
    if (this.#hasAnswered) {
      warn(answers ? `${name} answers again` : `${name} does not answer: what needs it is refused until it does`);
    }
    if (answers) {
      this.#away = newController();
      return;
    }
    this.#away.abort();
    onAway();
  }

  readonly #unavailable = (): AppError =>
    new AppError('unavailable', [`${this.#options.name} cannot be reached`], RETRY_AFTER_SECONDS, this.#failure);
}

/** Every running statement listens to the signal. */
function newController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
