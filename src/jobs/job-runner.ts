import { setTimeout as wait } from 'node:timers/promises';
import type { Warn } from '../lib/log.js';
import { Mutex } from '../lib/mutex.js';

/** Work that is done again and again. */
export interface Job {
  readonly name: string;
  /** The pause between two runs. */
  readonly everyMs: number;
  /** The pause after a run of which a step has failed; by default the same. */
  readonly afterFailureMs?: number;
  /** Whether it runs when the service starts, too. */
  readonly atStart?: boolean;
  /** A stop does not wait longer for a run; by default it waits until the run has ended. */
  readonly maxCloseMs?: number;
  /** What a run does, in order. A step that fails is logged, and does not keep the next ones from running. */
  readonly steps: readonly JobStep[];
}

export interface JobStep {
  /** What a failure means, for the log. */
  readonly failed: string;
  readonly run: (stopping: AbortSignal) => Promise<unknown>;
}

/** The clock of the service. Runs of one job never overlap; those of different jobs may. */
export class JobRunner {
  readonly #entries: ReadonlyMap<string, { readonly job: Job; readonly mutex: Mutex }>;
  readonly #stopping = new AbortController();

  constructor(
    jobs: readonly Job[],
    private readonly warn: Warn,
  ) {
    this.#entries = new Map(jobs.map((job) => [job.name, { job, mutex: new Mutex() }]));
  }

  start(): void {
    for (const { job } of this.#entries.values()) void this.#repeat(job);
  }

  /** Runs these jobs now, each after the run of it that is under way. Failures are logged. */
  async run(...names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => this.#run(name)));
  }

  /** Stops. Resolves when the runs that are under way have ended, or when their jobs need not be waited for any longer. */
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
    while (!signal.aborted) await pause((await this.#run(name)) ? everyMs : afterFailureMs);
  }

  /** Returns whether no step has failed. */
  async #run(name: string): Promise<boolean> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new Error(`there is no job ${name}`);
    const { job, mutex } = entry;
    return mutex.run(async () => {
      let isGood = true;
      for (const step of job.steps) {
        if (this.#stopping.signal.aborted) break;
        await step.run(this.#stopping.signal).catch((error: unknown) => {
          isGood = false;
          this.warn(step.failed)(error);
        });
      }
      return isGood;
    });
  }
}
