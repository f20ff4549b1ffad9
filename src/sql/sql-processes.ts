import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { emptyFolder, unlessGone } from '../clickhouse/folders.js';
import { AppError } from '../lib/errors.js';
import { t } from '../lib/language/translate.js';
import { readTitle } from '../lib/process-usage.js';
import { compareParts } from './compare-parts.js';
import { PROCESS_ID, sqlProcessTitle } from './sql-messages.js';
import { SqlProcess } from './sql-process.js';

/** An idle process first returns memory, and is then suspended until the next statement. */
const FREEZE_AFTER_MS = 5_000;
const END_AFTER_MS = 60_000;

/** An idle process above this size is killed instead. */
const MAX_IDLE_BYTES = 300e6;

const MAX_START_MS = 60_000;

/** Pause before another process is started after one was unusable. */
const COOL_DOWN_MS = 10_000;

export interface SqlProcessesOptions {
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly store: string;
  /** The folder of the processes. */
  readonly folder: string;
  /** Called when a process is unusable. */
  readonly warn: (message: string) => void;
  /** For tests. */
  readonly freezeAfterMs?: number;
  readonly endAfterMs?: number;
}

/** The processes that run user SQL. They are started on demand, and killed when idle. */
export class SqlProcesses {
  readonly #idle: IdleProcess[] = [];
  readonly #all = new Set<SqlProcess>();
  #started = 0;
  #failedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  private constructor(private readonly options: SqlProcessesOptions) {}

  /** Kills processes left by an earlier service, and empties their folder. */
  static async open(options: SqlProcessesOptions): Promise<SqlProcesses> {
    await endLeftProcesses(options.folder);
    await emptyFolder(options.folder);
    return new SqlProcesses(options);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const each of this.#all) each.kill(new Error('the service is closed'));
    await Promise.all([...this.#all].map(({ ended }) => ended));
  }

  /** Returns an idle process, else a new one. */
  async take(): Promise<SqlProcess> {
    if (this.#isClosed) throw new Error('the service is closed');
    for (let found = this.#idle.pop(); found !== undefined; found = this.#idle.pop()) {
      for (const timer of found.timers) clearTimeout(timer);
      const { process } = found;
      // Memory kept from an earlier statement would count against the next.
      if ((await process.memory()) > MAX_IDLE_BYTES) process.kill(new Error('the process has kept too much memory'));
      if (!process.hasEnded) return process;
    }
    if (performance.now() < this.#failedAt + COOL_DOWN_MS) throw cannotStart();
    try {
      return await this.#start();
    } catch (error) {
      if (error instanceof AppError || this.#isClosed) throw error;
      this.#failedAt = performance.now();
      this.options.warn(`SQL is off for now: ${error instanceof Error ? error.message : String(error)}`);
      throw cannotStart(error);
    }
  }

  async #start(): Promise<SqlProcess> {
    this.#started += 1;
    const { clickhouse, store } = this.options;
    const folder = join(this.options.folder, String(this.#started));
    const started = await SqlProcess.start({ store, folder });
    this.#all.add(started);
    void started.ended.then(() => this.#all.delete(started));
    if (this.#isClosed) started.kill(new Error('the service is closed'));
    const timer = setTimeout(() => started.kill(new Error('the process did not start in time')), MAX_START_MS);
    try {
      await started.ready();
      await compareParts(clickhouse, started);
      return started;
    } catch (error) {
      started.kill(new Error('the process is not used'));
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  giveBack(process: SqlProcess): void {
    if (process.hasEnded || this.#isClosed) return;
    const freeze = async () => {
      const bytes = await process.memory();
      if (!this.#idle.includes(idle)) return;
      if (bytes > MAX_IDLE_BYTES) process.kill(new Error('the process has kept too much memory'));
      else process.freeze();
    };
    const end = () => process.kill(new Error('the process was idle'));
    const { freezeAfterMs = FREEZE_AFTER_MS, endAfterMs = END_AFTER_MS } = this.options;
    const timers = [setTimeout(freeze, freezeAfterMs), setTimeout(end, endAfterMs)];
    for (const timer of timers) timer.unref();
    const idle = { process, timers };
    this.#idle.push(idle);
  }
}

interface IdleProcess {
  readonly process: SqlProcess;
  readonly timers: readonly NodeJS.Timeout[];
}

const cannotStart = (cause?: unknown): AppError =>
  new AppError('unavailable', [t('SQL is not available at the moment, try again later')], COOL_DOWN_MS / 1_000, cause);

/** A killed service leaves its processes running, and a suspended process does not notice. */
async function endLeftProcesses(folder: string): Promise<void> {
  for (const name of (await unlessGone(() => readdir(folder))) ?? []) {
    const left = join(folder, name);
    const pid = Number(await unlessGone(() => readFile(join(left, PROCESS_ID), 'utf8')));
    if (pid > 0 && (await readTitle(pid)) === sqlProcessTitle(left)) endProcess(pid);
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended since, or belongs to another user.
  }
}
