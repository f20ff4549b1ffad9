import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../lib/durable-files.js';
import { type FifoReader, makeFifo, readFifo } from '../lib/fifo.js';
import { currentLanguage } from '../lib/language/language.js';
import { t } from '../lib/language/translate.js';
import { readMemory } from '../lib/process-usage.js';
import { withCleanup } from '../lib/with-cleanup.js';
import { clientHasLeft, ReaderError } from './reader.js';
import {
  ANSWERS,
  BLOCKS,
  type SentSqlRequest,
  type SqlMessage,
  type SqlProcessOptions,
  type SqlRequest,
} from './sql-messages.js';

/** The built program, even when running from sources: a process needs a file to start from. */
const CHILD = fileURLToPath(new URL('../../dist/sql/sql-child.js', import.meta.url));

const NODE_OPTIONS = ['--max-semi-space-size=2', '--max-old-space-size=128'];

/** Interval of checks on a running statement, in which it can allocate another 250 MB. */
const WATCH_MS = 50;

/** Limits enforced from outside: the engine checks its own only between blocks. */
export interface SqlLimits {
  /** Excludes time spent waiting for the reader. */
  readonly milliseconds: number;
  /** Memory of the whole process, in bytes. */
  readonly memory: number;
}

/** A statement that the SQL guard admitted. */
export interface Begun {
  /** As formatted by the engine. */
  readonly text: string;
  readonly shape: string;
  readonly format: string | undefined;
}

export interface RunningStatement {
  readonly begun: Begun;
  readonly chunks: AsyncGenerator<Uint8Array>;
}

/** A process that runs one statement at a time, and can be killed at any moment. */
export class SqlProcess {
  /** Never rejects. */
  readonly ended: Promise<void>;
  #hasEnded = false;
  #reason: Error | undefined;
  readonly #messages: SqlMessage[] = [];
  #wake: (() => void) | undefined;

  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {
    this.ended = once(child, 'exit').then(
      () => this.#end(),
      () => this.#end(),
    );
    child.on('message', (message: SqlMessage) => {
      this.#messages.push(message);
      this.#wake?.();
    });
  }

  /** Returns before the process is ready. */
  static async start(options: SqlProcessOptions): Promise<SqlProcess> {
    await makeFolder(options.folder);
    for (const pipe of [ANSWERS, BLOCKS]) await makeFifo(join(options.folder, pipe));
    const child = fork(CHILD, [JSON.stringify(options)], {
      execArgv: NODE_OPTIONS,
      // Omits the service's environment, which has secrets.
      env: { MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    return new SqlProcess(child, options.folder);
  }

  /**
   * Resolves when the process can run statements.
   *
   * @throws Error when it ends instead
   */
  async ready(): Promise<void> {
    const message = await this.#next();
    if (message.kind !== 'ready') throw new Error(`the process has answered ${message.kind}`);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Also true when the process is about to end. */
  get hasEnded(): boolean {
    return this.#hasEnded || this.#reason !== undefined;
  }

  /** Private memory of the process, in bytes. */
  memory(): Promise<number> {
    return readMemory(this.pid);
  }

  /** Suspends the process, whose engine would otherwise keep searching for new parts. */
  freeze(): void {
    this.child.kill('SIGSTOP');
  }

  /** Kills the process. Pending calls fail with `reason`. */
  kill(reason: Error): void {
    this.#reason ??= reason;
    this.child.kill('SIGKILL');
  }

  /**
   * Parses a statement without running it.
   *
   * @throws ReaderError
   */
  async check(request: SqlRequest & { readonly kind: 'check' }, limits: SqlLimits): Promise<Begun> {
    const stop = this.#watch(limits, () => 0);
    try {
      const begun = await this.#begin(request);
      await this.#done();
      return begun;
    } finally {
      stop();
    }
  }

  /** Returns a digest of the beginning of a part; empty for an unknown part. */
  async fingerprint(table: string, part: string): Promise<string> {
    this.#send({ kind: 'fingerprint', table, part });
    const done = await this.#next();
    return done.kind === 'done' ? (done.fingerprint ?? '') : '';
  }

  /**
   * Resolves when the SQL guard has admitted the statement. Its result is streamed at the reader's pace; returning the
   * generator early kills the process.
   *
   * @throws ReaderError, from the bytes too
   */
  async run(request: SqlRequest & { readonly kind: 'run' }, limits: SqlLimits): Promise<RunningStatement> {
    const answers = await readFifo(join(this.folder, ANSWERS));
    const clock = new ReaderClock();
    const stop = this.#watch(limits, () => clock.waited());
    const end = () => {
      stop();
      answers.end();
      answers.bytes.destroy();
    };
    try {
      const begun = await this.#begin(request);
      const outcome = this.#done().then(
        () => undefined,
        (error: unknown) => error,
      );
      void outcome.then(() => answers.end());
      let isRead = false;
      const bytes = untilOutcome(answers, outcome, () => (isRead = true));
      const chunks = withCleanup(clock.timed(bytes), async () => {
        // The pipe's end proves that it is empty, so that no bytes leak into the next result.
        if (!isRead) this.kill(clientHasLeft(begun.shape));
        end();
        // Waits for its memory to be freed before another process starts a statement.
        await (this.hasEnded ? this.ended : outcome);
      });
      return { begun, chunks };
    } catch (error) {
      end();
      throw error;
    }
  }

  async #begin(request: SqlRequest): Promise<Begun> {
    this.#send(request);
    const message = await this.#next();
    if (message.kind !== 'begun') throw new Error(`the process has answered ${message.kind}`);
    return message;
  }

  async #done(): Promise<void> {
    const message = await this.#next();
    if (message.kind !== 'done') throw new Error(`the process has answered ${message.kind}`);
  }

  #send(request: SqlRequest): void {
    this.child.kill('SIGCONT');
    const sent: SentSqlRequest = { ...request, language: currentLanguage() };
    this.child.send(sent, (error) => error && this.kill(error));
  }

  /** Throws the error that the message reports, or the reason why there is no message. */
  async #next(): Promise<SqlMessage> {
    if (this.#messages.length === 0 && !this.#hasEnded) await new Promise<void>((resolve) => (this.#wake = resolve));
    const message = this.#messages.shift();
    if (message === undefined) throw this.#reason ?? endedAlone();
    if (message.kind !== 'failed') return message;
    const { error } = message;
    throw error === undefined
      ? new Error(message.message)
      : new ReaderError(message.message, error.code, error.codeName, error.shape);
  }

  /** Kills the process when a statement exceeds its limits. Returns a function that stops watching. */
  #watch({ milliseconds, memory }: SqlLimits, waited: () => number): () => void {
    const began = performance.now();
    let isWatched = true;
    let isLooking = false;
    const look = async () => {
      if (isLooking) return;
      isLooking = true;
      const used = await this.memory();
      isLooking = false;
      if (!isWatched) return;
      if (used > memory) this.kill(new ReaderError(t('Memory limit exceeded'), 241, 'MEMORY_LIMIT_EXCEEDED'));
      if (performance.now() - began - waited() > milliseconds) {
        const text = t('Timeout exceeded: {seconds} seconds', { seconds: milliseconds / 1_000 });
        this.kill(new ReaderError(text, 159, 'TIMEOUT_EXCEEDED'));
      }
    };
    const timer = setInterval(look, WATCH_MS);
    return () => {
      isWatched = false;
      clearInterval(timer);
    };
  }

  async #end(): Promise<void> {
    this.#hasEnded = true;
    this.#wake?.();
    // A folder that cannot be removed now is removed at the next start.
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

/** Yields all bytes, then throws if the statement has failed. */
async function* untilOutcome(
  { bytes }: FifoReader,
  outcome: Promise<unknown>,
  onEnd: () => void,
): AsyncGenerator<Uint8Array> {
  yield* bytes;
  onEnd();
  const error = await outcome;
  if (error !== undefined) throw error;
}

/** Measures how long a statement waits for its reader. */
class ReaderClock {
  #waited = 0;
  #since: number | undefined;

  /** Milliseconds so far. */
  waited(): number {
    return this.#waited + (this.#since === undefined ? 0 : performance.now() - this.#since);
  }

  /** Counts the time between yielding an item and the request for the next. */
  async *timed<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
    for await (const item of items) {
      this.#since = performance.now();
      yield item;
      this.#waited = this.waited();
      this.#since = undefined;
    }
  }
}

/** The process was not killed here: most likely by the kernel, for lack of memory. */
const endedAlone = (): ReaderError =>
  new ReaderError(t('The process that ran the statement has ended'), 241, 'MEMORY_LIMIT_EXCEEDED');
