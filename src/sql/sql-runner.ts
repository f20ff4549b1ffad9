import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { emptyFolder, unlessGone } from '../clickhouse/folders.js';
import { literal } from '../clickhouse/parameter-text.js';
import { trusted } from '../clickhouse/sql.js';
import { AppError } from '../lib/errors.js';
import { readTitle } from '../lib/process-usage.js';
import { withCleanup } from '../lib/with-cleanup.js';
import { withFirst } from '../lib/with-first.js';
import {
  type CheckedStatement,
  clientHasLeft,
  type Reader,
  ReaderError,
  type ReaderResult,
  type ReaderStatement,
} from './reader.js';
import { READER_LIMITS, readerParameters, readerSettings, readerText } from './reader-settings.js';
import type { SqlBudget } from './sql-budget.js';
import { PROCESS_ID, type SqlStatement, sqlProcessTitle } from './sql-messages.js';
import { SqlProcess } from './sql-process.js';
import { fingerprintQuery, MAX_COMPARED_ROWS, SQL_TABLES } from './sql-tables.js';
import { findParameters } from './statement-parameters.js';

/** An idle process first returns memory, and is then suspended until the next statement. */
const FREEZE_AFTER_MS = 5_000;
const END_AFTER_MS = 60_000;

/** An idle process above this size is killed instead. */
const MAX_IDLE_BYTES = 300e6;

/**
 * The engine also counts time spent waiting for the client. The real limit is enforced from outside, and is always
 * reached first.
 */
const ENGINE_SECONDS = 120;

/** A merge, a deletion or an import may remove a part while it is read. */
const MAX_ATTEMPTS = 3;
const PAUSE_MS = 600;

/**
 * ClickHouse's codes for a file that is missing or cannot be opened. Statements cannot name files, so it is a removed
 * part.
 */
const PART_IS_GONE: ReadonlySet<number> = new Set([76, 107]);

const MAX_START_MS = 60_000;

/** Pause before another process is started after one was unusable. */
const COOL_DOWN_MS = 10_000;

/**
 * TRICKY: a column that is String here and LowCardinality in its part has no file of lengths, which the engine would
 * read for `path != ''` instead of the text.
 */
const OF_ATTACHED_TABLES = { optimize_functions_to_subcolumns: 0 };

export interface SqlRunnerOptions {
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly store: string;
  /** The folder of the processes. */
  readonly folder: string;
  /** Undefined when the machine has too little memory for a statement. */
  readonly budget: SqlBudget | undefined;
  /** Called when a process is unusable. */
  readonly warn: (message: string) => void;
  /** For tests. */
  readonly freezeAfterMs?: number;
  readonly endAfterMs?: number;
}

/** Runs user SQL in separate processes, which are started on demand, and killed at a limit or when idle. */
export class SqlRunner implements Reader {
  readonly places: number;
  readonly #idle: IdleProcess[] = [];
  readonly #all = new Set<SqlProcess>();
  #started = 0;
  #failedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  private constructor(private readonly options: SqlRunnerOptions) {
    this.places = options.budget?.places ?? 1;
  }

  /** Kills processes left by an earlier service, and empties their folder. */
  static async open(options: SqlRunnerOptions): Promise<SqlRunner> {
    await endLeftProcesses(options.folder);
    await emptyFolder(options.folder);
    return new SqlRunner(options);
  }

  async ready(): Promise<void> {
    this.#requireBudget();
  }

  async run(statement: ReaderStatement): Promise<ReaderResult> {
    const budget = this.#requireBudget();
    const settings = readerSettings({ ...statement, memory: budget.statementMemory });
    const request = {
      kind: 'run',
      statement: toSqlStatement(statement, settings),
      format: statement.format,
      protocol: statement.protocol ?? 0,
    } as const;
    const milliseconds = Number(settings.max_execution_time) * 1_000;
    for (let attempt = 1; ; attempt += 1) {
      const running = await this.#take();
      if (statement.signal?.aborted) {
        this.#giveBack(running);
        throw clientHasLeft();
      }
      const leave = () => running.kill(clientHasLeft());
      statement.signal?.addEventListener('abort', leave);
      const giveBack = async () => {
        statement.signal?.removeEventListener('abort', leave);
        this.#giveBack(running);
      };
      try {
        const { begun, chunks } = await running.run(request, { milliseconds, memory: budget.processMemory });
        // Until the first byte, the statement can be retried.
        const first = await chunks.next();
        const { format = statement.format, shape } = begun;
        return { format, shape, chunks: withCleanup(orRewritten(withFirst(first, chunks)), giveBack) };
      } catch (error) {
        endUnlessOfStatement(running, error);
        await giveBack();
        if (!isPartGone(error)) throw error;
        if (attempt === MAX_ATTEMPTS) throw beingRewritten(error);
        await pause(PAUSE_MS);
      }
    }
  }

  async check(text: string): Promise<CheckedStatement> {
    const budget = this.#requireBudget();
    const request = { kind: 'check', text: readerText(text) } as const;
    const checking = await this.#take();
    try {
      const milliseconds = READER_LIMITS.max_execution_time * 1_000;
      const begun = await checking.check(request, { milliseconds, memory: budget.processMemory });
      return { format: begun.format, shape: begun.shape, parameters: findParameters(begun.text) };
    } catch (error) {
      endUnlessOfStatement(checking, error);
      throw error;
    } finally {
      this.#giveBack(checking);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const each of this.#all) each.kill(new Error('the service is closed'));
    await Promise.all([...this.#all].map(({ ended }) => ended));
  }

  #requireBudget(): SqlBudget {
    const { budget } = this.options;
    if (budget !== undefined) return budget;
    throw new AppError('unavailable', ['SQL is off: it needs a machine, or a container, with at least 1 GB of memory']);
  }

  /** An idle process, else a new one. */
  async #take(): Promise<SqlProcess> {
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
    const { store } = this.options;
    const folder = join(this.options.folder, String(this.#started));
    const started = await SqlProcess.start({ store, folder });
    this.#all.add(started);
    void started.ended.then(() => this.#all.delete(started));
    if (this.#isClosed) started.kill(new Error('the service is closed'));
    const timer = setTimeout(() => started.kill(new Error('the process did not start in time')), MAX_START_MS);
    try {
      await started.ready();
      await this.#compare(started);
      return started;
    } catch (error) {
      started.kill(new Error('the process is not used'));
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Verifies that the process and the service's own engine read the same rows in some parts. */
  async #compare(started: SqlProcess): Promise<void> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const results = [];
      for (const part of await this.#partsToCompare()) results.push(await this.#isSame(started, part));
      if (results.includes('different'))
        throw new Error('a process for SQL does not read the same rows as the service');
      if (!results.includes('gone')) return;
      await pause(PAUSE_MS);
    }
    throw beingRewritten(undefined);
  }

  /** For each table, the largest part that is quick to compare, else the smallest. */
  #partsToCompare(): Promise<readonly StoredPart[]> {
    return this.options.clickhouse.query({ name: 'sql/parts', sql: trusted(PARTS_TO_COMPARE), row: storedPart });
  }

  async #isSame(started: SqlProcess, { table, part }: StoredPart): Promise<'same' | 'different' | 'gone'> {
    const [own] = await this.options.clickhouse.query({
      name: 'sql/fingerprint',
      sql: trusted(fingerprintQuery(table, part)),
      row: z.object({ fingerprint: z.string() }),
    });
    const read = await started.fingerprint(table, part);
    if (own === undefined || read === '') return 'gone';
    return own.fingerprint === read ? 'same' : 'different';
  }

  #giveBack(process: SqlProcess): void {
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

const PARTS_TO_COMPARE = `SELECT table, argMin(name, (rows > ${MAX_COMPARED_ROWS}, abs(toInt64(rows) - ${MAX_COMPARED_ROWS}))) AS part
FROM system.parts
WHERE active AND rows > 0 AND database = currentDatabase() AND table IN (${SQL_TABLES.map(literal).join(', ')})
GROUP BY table`;

const storedPart = z.object({ table: z.enum(SQL_TABLES), part: z.string() });

type StoredPart = z.output<typeof storedPart>;

const toSqlStatement = (
  { text, parameters }: Pick<ReaderStatement, 'text' | 'parameters'>,
  settings: Readonly<Record<string, string | number>>,
): SqlStatement => ({
  text: readerText(text),
  parameters: readerParameters(parameters),
  settings: { ...OF_ATTACHED_TABLES, ...settings, max_execution_time: ENGINE_SECONDS },
});

/** Kills a process whose error is not the statement's: its messages may be out of step. */
function endUnlessOfStatement(process: SqlProcess, error: unknown): void {
  if (!(error instanceof ReaderError)) process.kill(new Error('the process has failed'));
}

const isPartGone = (error: unknown): boolean => error instanceof ReaderError && PART_IS_GONE.has(error.code);

/** A part that disappears after the first chunk leads to an error that does not name it. */
async function* orRewritten(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw isPartGone(error) ? beingRewritten(error) : error;
  }
}

const cannotStart = (cause?: unknown): AppError =>
  new AppError('unavailable', ['SQL is not available at the moment, try again later'], COOL_DOWN_MS / 1_000, cause);

const beingRewritten = (cause: unknown): AppError =>
  new AppError('unavailable', ['The stored events are being rewritten at the moment, try again'], 2, cause);

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
