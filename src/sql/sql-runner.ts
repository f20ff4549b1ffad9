import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../lib/errors.js';
import { t } from '../lib/language/translate.js';
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
import { beingRewritten, isPartGone, MAX_ATTEMPTS, PAUSE_MS } from './removed-parts.js';
import type { SqlBudget } from './sql-budget.js';
import type { SqlStatement } from './sql-messages.js';
import type { SqlProcess } from './sql-process.js';
import { SqlProcesses, type SqlProcessesOptions } from './sql-processes.js';
import { findParameters } from './statement-parameters.js';

/**
 * The engine also counts time spent waiting for the client. The real limit is enforced from outside, and is always
 * reached first.
 */
const ENGINE_SECONDS = 120;

/**
 * TRICKY: a column that is String here and LowCardinality in its part has no file of lengths, which the engine would
 * read for `path != ''` instead of the text.
 */
const OF_ATTACHED_TABLES = { optimize_functions_to_subcolumns: 0 };

/** Runs user SQL in separate processes, which are killed at a limit. */
export class SqlRunner implements Reader {
  readonly places: number;

  private constructor(
    private readonly budget: SqlBudget | undefined,
    private readonly processes: SqlProcesses,
  ) {
    this.places = budget?.places ?? 1;
  }

  /** @param budget undefined when the machine has too little memory for a statement */
  static async open(options: SqlProcessesOptions, budget: SqlBudget | undefined): Promise<SqlRunner> {
    return new SqlRunner(budget, await SqlProcesses.open(options));
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
      const running = await this.processes.take();
      if (statement.signal?.aborted) {
        this.processes.giveBack(running);
        throw clientHasLeft();
      }
      const leave = () => running.kill(clientHasLeft());
      statement.signal?.addEventListener('abort', leave);
      const giveBack = async () => {
        statement.signal?.removeEventListener('abort', leave);
        this.processes.giveBack(running);
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
    const checking = await this.processes.take();
    try {
      const milliseconds = READER_LIMITS.max_execution_time * 1_000;
      const begun = await checking.check(request, { milliseconds, memory: budget.processMemory });
      return { format: begun.format, shape: begun.shape, parameters: findParameters(begun.text) };
    } catch (error) {
      endUnlessOfStatement(checking, error);
      throw error;
    } finally {
      this.processes.giveBack(checking);
    }
  }

  close(): Promise<void> {
    return this.processes.close();
  }

  #requireBudget(): SqlBudget {
    if (this.budget !== undefined) return this.budget;
    throw new AppError('unavailable', [
      t('SQL is off: it needs a machine, or a container, with at least 1 GB of memory'),
    ]);
  }
}

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

/** A part that disappears after the first chunk leads to an error that does not name it. */
async function* orRewritten(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw isPartGone(error) ? beingRewritten(error) : error;
  }
}
