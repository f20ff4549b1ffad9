import { millisecondsInSecond } from 'date-fns/constants';
import { type Reader, ReaderError, type ReaderResult, type ReaderStatement } from '../clickhouse/reader.js';
import type { StatementParameter } from '../clickhouse/statement-parameters.js';
import { AppError } from '../lib/errors.js';
import { TaskQueue } from '../lib/task-queue.js';
import { withCleanup } from '../lib/with-cleanup.js';
import { QueryBudget } from './query-budget.js';
import { readTable, TABLE_FORMAT, type TableRows } from './table-rows.js';

/** Statements that run at the same time, of all accounts: collecting and the dashboard go first. */
const MAX_RUNNING = 2;
const MAX_WAITING = 32;
const MAX_WAIT_MS = 20_000;

/** Results that wait on disk for their readers. */
const MAX_UNREAD = 4;

/** Results up to this size are read at once, however slow the client is. */
const MAX_BYTES_IN_MEMORY = 1024 * 1024;

/** The engine's time that the statements of one account may take in each minute. */
const BUDGET_MS = 60 * millisecondsInSecond;

const REFUSAL = 'Too many statements are running at the moment, try again later';

/** The interface through which a statement came. */
export type Via = 'clickhouse' | 'api' | 'dashboard';

/** An account whose statement it is, and the interface through which it came. */
export interface BiOrigin {
  readonly accountId: string;
  readonly via: Via;
}

export interface BiStatement extends BiOrigin, Omit<ReaderStatement, 'websiteIds'> {}

/** A statement names a format although its caller chooses it. */
export class FormatClauseError extends Error {
  override readonly name = 'FormatClauseError';
}

/** A finished statement, for the log. It has no values, neither of parameters nor from the text. */
export interface LoggedStatement {
  readonly account: string;
  readonly via: Via;
  /** Undefined when it was refused before it ran. */
  readonly statement: string | undefined;
  /** ClickHouse's name of the error; undefined without one. */
  readonly error: string | undefined;
  readonly bytes: number;
  readonly milliseconds: number;
}

export interface BiClientDeps {
  readonly reader: Reader;
  /** Returns the websites of an account, once ClickHouse knows of them. */
  readonly findWebsiteIds: (accountId: string) => Promise<readonly string[]>;
  readonly log: (statement: LoggedStatement) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A shorter budget for tests. */
  readonly budgetMs?: number;
}

/** Runs the statements of BI tools: few at a time, within a budget for each account, and logged. */
export class BiClient {
  readonly #running = new TaskQueue({
    maxRunning: MAX_RUNNING,
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    refusal: REFUSAL,
  });
  readonly #unread = new TaskQueue({
    maxRunning: MAX_UNREAD,
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    refusal: REFUSAL,
  });
  readonly #budget: QueryBudget;

  constructor(private readonly deps: BiClientDeps) {
    this.#budget = new QueryBudget(deps.budgetMs ?? BUDGET_MS);
  }

  /**
   * Makes the views, if that is not done yet.
   *
   * @throws AppError `unavailable` with the reason why a ClickHouse server runs no statements
   */
  ready(): Promise<void> {
    return this.deps.reader.ready();
  }

  /**
   * Returns the result of a statement. It must be read, or its chunks returned.
   *
   * @throws ReaderError for the author of the statement; AppError `too_many_requests` when the budget is used up, `unavailable` when
   *   too many statements wait
   */
  async run(statement: BiStatement): Promise<ReaderResult> {
    const place = this.#unread.runWhileRead(() => this.#results(statement));
    const result: ReaderResult | undefined = (await place.next()).value;
    if (result === undefined) throw new Error('a statement gave no result');
    const held = withCleanup(result.chunks, () => place.return(undefined));
    if (result.bytes > MAX_BYTES_IN_MEMORY) return { ...result, chunks: held };
    const chunks: Uint8Array[] = [];
    for await (const chunk of held) chunks.push(chunk);
    return { ...result, chunks: fromMemory(chunks) };
  }

  /**
   * Returns the result of a statement in the given format.
   *
   * @throws the same as `run`, and FormatClauseError
   */
  async runInFormat(statement: BiStatement): Promise<ReaderResult> {
    const result = await this.run(statement);
    if (result.format === statement.format) return result;
    await result.chunks.return(undefined);
    throw new FormatClauseError();
  }

  /**
   * Returns the result of a statement as columns and rows.
   *
   * @throws the same as `runInFormat`
   */
  async runAsTable(statement: Omit<BiStatement, 'format'>): Promise<TableRows> {
    const settings = { output_format_json_escape_forward_slashes: '0', ...statement.settings };
    return readTable(await this.runInFormat({ ...statement, settings, format: TABLE_FORMAT }));
  }

  /**
   * Checks a statement without running it, and returns its parameters. It counts and is logged like one that runs.
   *
   * @throws the same as `runInFormat`
   */
  async check(origin: BiOrigin, text: string): Promise<readonly StatementParameter[]> {
    const { format, parameters } = await this.#running.run(async () => {
      this.#requireTime(origin);
      return this.#logged(origin, async () => ({ ...(await this.deps.reader.check(text)), bytes: 0 }));
    });
    if (format !== undefined) throw new FormatClauseError();
    return parameters;
  }

  /** Yields the one result, and returns when it was read. */
  async *#results({ accountId, via, ...statement }: BiStatement): AsyncGenerator<ReaderResult> {
    yield await this.#running.run(async () => {
      const origin = { accountId, via };
      this.#requireTime(origin);
      const websiteIds = await this.deps.findWebsiteIds(accountId);
      return this.#logged(origin, () => this.deps.reader.run({ ...statement, websiteIds }));
    });
  }

  #requireTime({ accountId }: BiOrigin): void {
    const wait = this.#budget.secondsToWait(accountId, this.deps.now());
    if (wait > 0) {
      throw new AppError('too_many_requests', ['The time for statements of this account is used up for now'], wait);
    }
  }

  async #logged<Result extends Pick<ReaderResult, 'shape' | 'bytes'>>(
    { accountId, via }: BiOrigin,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { log, now } = this.deps;
    const began = performance.now();
    const finish = (shape: string | undefined, error: string | undefined, bytes: number) => {
      const milliseconds = Math.round(performance.now() - began);
      this.#budget.spend(accountId, milliseconds, now());
      log({ account: accountId, via, statement: shape, error, bytes, milliseconds });
    };
    try {
      const result = await work();
      finish(result.shape, undefined, result.bytes);
      return result;
    } catch (error) {
      const [shape, name] = error instanceof ReaderError ? [error.shape, error.codeName] : [];
      finish(shape, name ?? 'UNKNOWN_EXCEPTION', 0);
      throw error;
    }
  }
}

async function* fromMemory(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
