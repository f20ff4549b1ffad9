import { millisecondsInSecond } from 'date-fns/constants';
import type { Context } from '../context/context.js';
import { AppError } from '../lib/errors.js';
import { FairQueue } from '../lib/fair-queue.js';
import { type Text, t } from '../lib/language/translate.js';
import { withCleanup } from '../lib/with-cleanup.js';
import { QueryBudget } from './query-budget.js';
import { clientHasLeft, type Reader, ReaderError, type ReaderResult, type ReaderStatement } from './reader.js';
import type { StatementParameter } from './statement-parameters.js';
import { readTable, TABLE_FORMAT, type TableRows } from './table-rows.js';

const MAX_WAITING = 128;

/** A dashboard sends the queries of all its panels at once. */
const MAX_WAITING_PER_ACCOUNT = 32;
const MAX_WAIT_MS = 20_000;

/** Total time that a statement may wait for its client to read: until then it occupies a slot. */
const MAX_READING_MS = 20_000;

/**
 * Smaller results are read completely before the response begins, so that a slow client does not hold the engine, and
 * errors get a status.
 */
const MAX_BYTES_IN_MEMORY = 1024 * 1024;

/** Engine time of an account's statements per minute. */
const BUDGET_MS = 60 * millisecondsInSecond;

const REFUSAL: Text = 'Too many statements are running at the moment, try again later';

/** How a statement was sent. */
export type Via = 'clickhouse' | 'api' | 'dashboard';

export interface BiOrigin {
  readonly accountId: string;
  readonly via: Via;
}

export interface BiStatement extends BiOrigin, Omit<ReaderStatement, 'websiteIds'> {
  /** Ids of the websites of the account whose rows the statement may read. */
  readonly websites: 'all' | readonly string[];
}

/** Thrown for a statement with `FORMAT` where the caller chooses the format. */
export class FormatClauseError extends Error {
  override readonly name = 'FormatClauseError';
}

/** A log entry. It contains no values, neither parameters nor literals. */
export interface LoggedStatement {
  readonly account: string;
  readonly via: Via;
  /** Undefined when it was refused before it ran. */
  readonly statement: string | undefined;
  /** ClickHouse's name of the error. */
  readonly error: string | undefined;
  readonly bytes: number;
  readonly milliseconds: number;
}

/** For tests. */
export interface BiLimits {
  readonly budgetMs?: number;
  readonly maxReadingMs?: number;
}

/** Runs user SQL: few statements at a time and one per account, within a budget per account, logged. */
export class BiClient {
  readonly #places: FairQueue;
  readonly #budget: QueryBudget;

  constructor(
    private readonly context: Pick<Context, 'now' | 'log'>,
    private readonly reader: Reader,
    /** Returns those of the websites that the account owns. Waits until ClickHouse has them. */
    private readonly findWebsiteIds: (
      accountId: string,
      websites: BiStatement['websites'],
    ) => Promise<readonly string[]>,
    private readonly limits: BiLimits = {},
  ) {
    this.#budget = new QueryBudget(limits.budgetMs ?? BUDGET_MS);
    this.#places = new FairQueue({
      maxRunning: reader.places,
      maxWaiting: MAX_WAITING,
      maxWaitingPerKey: MAX_WAITING_PER_ACCOUNT,
      maxWaitMs: MAX_WAIT_MS,
      refusal: REFUSAL,
    });
  }

  /**
   * Checks that statements can run.
   *
   * @throws AppError `unavailable` with the reason why none can
   */
  ready(): Promise<void> {
    return this.reader.ready();
  }

  /**
   * The result must be read, or its chunks returned. A large result is streamed while the statement runs, so its chunks
   * may end in an error.
   *
   * @throws ReaderError for an error in the statement; AppError `too_many_requests` when the budget is used up,
   *   `unavailable` when too many statements wait
   */
  async run({ accountId, via, websites, ...statement }: BiStatement): Promise<ReaderResult> {
    const entry = await this.#enter({ accountId, via }, statement.signal);
    try {
      const websiteIds = await this.findWebsiteIds(accountId, websites);
      const result = await this.reader.run({ ...statement, websiteIds });
      entry.shape = result.shape;
      const chunks = withCleanup(entry.watch(result.chunks, this.limits.maxReadingMs ?? MAX_READING_MS), async () => {
        await result.chunks.return(undefined);
        entry.leave();
      });
      const { begun, isComplete } = await readBeginning(chunks);
      return { ...result, chunks: isComplete ? fromMemory(begun) : withBeginning(begun, chunks) };
    } catch (error) {
      entry.leave(error);
      throw error;
    }
  }

  /** @throws the same as `run`, and FormatClauseError */
  async runInFormat(statement: BiStatement): Promise<ReaderResult> {
    const result = await this.run(statement);
    if (result.format === statement.format) return result;
    await result.chunks.return(undefined);
    throw new FormatClauseError();
  }

  /** @throws the same as `runInFormat` */
  async runAsTable(statement: Omit<BiStatement, 'format'>): Promise<TableRows> {
    const settings = { output_format_json_escape_forward_slashes: '0', ...statement.settings };
    return readTable(await this.runInFormat({ ...statement, settings, format: TABLE_FORMAT }));
  }

  /**
   * Checks a statement without running it, and returns its parameters. The check counts against the budget and is
   * logged.
   *
   * @throws the same as `runInFormat`
   */
  async check(origin: BiOrigin, text: string): Promise<readonly StatementParameter[]> {
    const entry = await this.#enter(origin);
    try {
      const { format, shape, parameters } = await this.reader.check(text);
      entry.shape = shape;
      if (format !== undefined) throw new FormatClauseError();
      entry.leave();
      return parameters;
    } catch (error) {
      entry.leave(error);
      throw error;
    }
  }

  /** Waits for a slot. Leaving the entry frees it and logs the statement. */
  async #enter({ accountId, via }: BiOrigin, signal?: AbortSignal): Promise<Entry> {
    const leave = await this.#places.enter(accountId, signal).catch((error: unknown) => {
      throw signal?.aborted ? clientHasLeft() : error;
    });
    const { now, log } = this.context;
    const wait = this.#budget.secondsToWait(accountId, now());
    if (wait > 0) {
      leave();
      throw new AppError('too_many_requests', [t('The time for statements of this account is used up for now')], wait);
    }
    return new Entry((statement, error, bytes, milliseconds) => {
      leave();
      this.#budget.spend(accountId, milliseconds, now());
      const entry: LoggedStatement = { account: accountId, via, statement, error, bytes, milliseconds };
      log.info(entry, 'statement of a BI tool');
    });
  }
}

/** A statement that occupies a slot. */
class Entry {
  /** The statement without its values, once known. */
  shape: string | undefined;
  readonly #began = performance.now();
  #bytes = 0;
  #waitedMs = 0;
  #error: unknown;
  #hasLeft = false;

  constructor(private readonly onLeave: (...logged: EntryLog) => void) {}

  /** Frees the slot and logs the statement. */
  leave(error: unknown = this.#error): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    const milliseconds = Math.round(performance.now() - this.#began - this.#waitedMs);
    const shape = error instanceof ReaderError ? (error.shape ?? this.shape) : this.shape;
    this.onLeave(shape, error === undefined ? undefined : toErrorName(error), this.#bytes, milliseconds);
  }

  /** Passes chunks on, records their outcome, and ends them when the reader's pauses add up to `maxWaitMs`. */
  async *watch(chunks: AsyncGenerator<Uint8Array>, maxWaitMs: number): AsyncGenerator<Uint8Array> {
    let isSlow = false;
    const end = (since: number) => {
      isSlow = true;
      this.#waitedMs += performance.now() - since;
      this.leave(TOO_SLOW);
      chunks.return(undefined).catch(() => undefined);
    };
    try {
      for await (const chunk of chunks) {
        this.#bytes += chunk.length;
        const since = performance.now();
        const timer = setTimeout(end, maxWaitMs - this.#waitedMs, since);
        try {
          yield chunk;
        } finally {
          clearTimeout(timer);
          if (!isSlow) this.#waitedMs += performance.now() - since;
        }
        if (isSlow) throw TOO_SLOW;
      }
    } catch (error) {
      this.#error = error;
      throw error;
    }
  }
}

type EntryLog = [statement: string | undefined, error: string | undefined, bytes: number, milliseconds: number];

const TOO_SLOW = new ReaderError('The answer was read too slowly', 159, 'TIMEOUT_EXCEEDED');

const toErrorName = (error: unknown): string => {
  if (error instanceof FormatClauseError) return 'SYNTAX_ERROR';
  return error instanceof ReaderError ? error.codeName : 'UNKNOWN_EXCEPTION';
};

/** Reads up to the size that is kept in memory. */
async function readBeginning(chunks: AsyncGenerator<Uint8Array>) {
  const begun: Uint8Array[] = [];
  for (let bytes = 0; bytes <= MAX_BYTES_IN_MEMORY; ) {
    const next = await chunks.next();
    if (next.done) return { begun, isComplete: true };
    begun.push(next.value);
    bytes += next.value.length;
  }
  return { begun, isComplete: false };
}

async function* fromMemory(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

const withBeginning = (
  begun: readonly Uint8Array[],
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> => {
  async function* all() {
    yield* begun;
    yield* rest;
  }
  return withCleanup(all(), () => rest.return(undefined));
};
