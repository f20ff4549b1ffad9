import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { millisecondsInMinute } from 'date-fns/constants';
import type { Warn } from '../lib/log.js';
import { Mutex } from '../lib/mutex.js';

export interface Job {
  readonly name: string;
  /** Between the end of a run and the start of the next. */
  readonly everyMs: number;
  /** The pause after a run of which a step has failed; by default the same. */
  readonly afterFailureMs?: number;
  /** Whether it runs when the service starts, too. */
  readonly atStart?: boolean;
  /** How long a stop waits for a run; by default until it ends. */
  readonly maxCloseMs?: number;
  /** What a run does, in order. A step that fails is logged, and does not keep the next ones from running. */
  readonly steps: readonly JobStep[];
}

export interface JobStep {
  /** Log message for a failure. */
  readonly failed: string;
  /**
   * @param stopping aborted when the service stops
   * @param report logs a failure that does not end the step
   * @param heldUp takes the milliseconds for which others waited: the pause after the run is at least 20 times as long, up to
   *   ten minutes
   */
  readonly run: (
    stopping: AbortSignal,
    report: (error: unknown) => void,
    heldUp: (ms: number) => void,
  ) => Promise<unknown>;
}

const PAUSE_PER_HOLD_UP = 20;
const MAX_PAUSE_MS = 10 * millisecondsInMinute;

export class JobRunner {
  readonly #entries: ReadonlyMap<string, { readonly job: Job; readonly mutex: Mutex }>;
  readonly #stopping = new AbortController();

  constructor(
    jobs: readonly Job[],
    private readonly warn: Warn,
  ) {
    // Each waiting job adds a listener, and Node warns at more than ten.
    setMaxListeners(0, this.#stopping.signal);
    this.#entries = new Map(jobs.map((job) => [job.name, { job, mutex: new Mutex() }]));
  }

  start(): void {
    for (const { job } of this.#entries.values()) void this.#repeat(job);
  }

  /** Runs jobs now, each after its current run. Failures are logged. */
  async run(...names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => this.#run(name)));
  }

  /** Resolves when current runs have ended, or have reached their `maxCloseMs`. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(
      [...this.#entries.values()].map(({ job: { maxCloseMs }, mutex }) => {
        const idle = mutex.run(async () => undefined);
        return maxCloseMs === undefined ? idle : Promise.race([idle, wait(maxCloseMs, undefined, { ref: false })]);
      }),
    );
  }

  async #repeat({ name, everyMs, afterFailureMs = everyMs, atStart = false }: Job): Promise<void> {
    const { signal } = this.#stopping;
    const pause = (ms: number) => wait(ms, undefined, { signal, ref: false }).catch(() => undefined);
    if (!atStart) await pause(everyMs);
    while (!signal.aborted) {
      const { isGood, heldUpMs } = await this.#run(name);
      await pause(Math.max(isGood ? everyMs : afterFailureMs, Math.min(PAUSE_PER_HOLD_UP * heldUpMs, MAX_PAUSE_MS)));
    }
  }

  /** `isGood` when no step has failed. */
  async #run(name: string): Promise<{ isGood: boolean; heldUpMs: number }> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new Error(`there is no job ${name}`);
    const { job, mutex } = entry;
    return mutex.run(async () => {
      let isGood = true;
      let heldUpMs = 0;
      const heldUp = (ms: number) => {
        heldUpMs += ms;
      };
      for (const step of job.steps) {
        if (this.#stopping.signal.aborted) break;
        const report = (error: unknown) => {
          isGood = false;
          this.warn(step.failed)(error);
        };
        await step.run(this.#stopping.signal, report, heldUp).catch(report);
      }
      return { isGood, heldUpMs };
    });
  }
}
