import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../lib/durable-files.js';
import { type FifoReader, makeFifo, readFifo } from '../lib/fifo.js';
import { readMemory } from '../lib/process-usage.js';
import { withCleanup } from '../lib/with-cleanup.js';
import { clientHasLeft, ReaderError } from './reader.js';
import { ANSWERS, BLOCKS, type SqlMessage, type SqlProcessOptions, type SqlRequest } from './sql-messages.js';

/** The built program, also where its source runs: a process is started from a file. */
const CHILD = fileURLToPath(new URL('../../dist/sql/sql-child.js', import.meta.url));

const NODE_OPTIONS = ['--max-semi-space-size=2', '--max-old-space-size=128'];

/** How often a running statement is looked at. In this time it may take another 250 MB. */
const WATCH_MS = 50;

/** What a statement may take, measured from outside: the engine looks at its own limits between blocks only. */
export interface SqlLimits {
  /** Milliseconds, without those in which the statement waits for its reader. */
  readonly milliseconds: number;
  /** Bytes of the whole process. */
  readonly memory: number;
}

/** A statement that passed the gate. */
export interface Begun {
  /** The text in the engine's formatting. */
  readonly text: string;
  readonly shape: string;
  readonly format: string | undefined;
}

/** A statement whose answer is being read. */
export interface RunningStatement {
  readonly begun: Begun;
  readonly chunks: AsyncGenerator<Uint8Array>;
}

/** A process that runs one statement at a time, and can be ended at any moment. */
export class SqlProcess {
  /** Resolves when the process has ended. It never rejects. */
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

  /** Starts a process, which can run statements when it is ready. */
  static async start(options: SqlProcessOptions): Promise<SqlProcess> {
    await makeFolder(options.folder);
    for (const pipe of [ANSWERS, BLOCKS]) await makeFifo(join(options.folder, pipe));
    const child = fork(CHILD, [JSON.stringify(options)], {
      execArgv: NODE_OPTIONS,
      // Nothing of the service's environment, which has secrets.
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

  /** Whether the process has ended, or is about to. */
  get hasEnded(): boolean {
    return this.#hasEnded || this.#reason !== undefined;
  }

  /** Bytes of memory that the process has to itself. */
  memory(): Promise<number> {
    return readMemory(this.pid);
  }

  /** Lets the process stand still: its engine looks for new parts all the time. */
  freeze(): void {
    this.child.kill('SIGSTOP');
  }

  /** Ends the process at once, whatever it does. What waits for it fails with the error. */
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

  /** Returns a text that any other row in the part of a table would change; empty for a part that the process does not have. */
  async fingerprint(table: string, part: string): Promise<string> {
    this.#send({ kind: 'fingerprint', table, part });
    const done = await this.#next();
    return done.kind === 'done' ? (done.fingerprint ?? '') : '';
  }

  /**
   * Runs a statement, and resolves when it passed the gate. The bytes of its answer come while it runs, and wait for their reader;
   * the process is ended when they are returned before their end.
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
        // The end of the pipe proves that it is empty, and that nothing of this answer can come into the next one.
        if (!isRead) this.kill(clientHasLeft(begun.shape));
        end();
        // Its memory is free before another one runs.
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
    this.child.send(request, (error) => error && this.kill(error));
  }

  /** Returns the next message. Throws the error that it reports, or the reason why there is none. */
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

  /** Ends the process when a statement takes more than it may. Returns what stops watching. */
  #watch({ milliseconds, memory }: SqlLimits, waited: () => number): () => void {
    const began = performance.now();
    let isWatched = true;
    let isLooking = false;
    const look = async () => {
      if (isLooking) return;
      isLooking = true;
      const taken = await this.memory();
      isLooking = false;
      if (!isWatched) return;
      if (taken > memory) this.kill(new ReaderError('Memory limit exceeded', 241, 'MEMORY_LIMIT_EXCEEDED'));
      if (performance.now() - began - waited() > milliseconds) {
        this.kill(new ReaderError(`Timeout exceeded: ${milliseconds / 1_000} seconds`, 159, 'TIMEOUT_EXCEEDED'));
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
    // What cannot be removed now goes at the next start.
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

/** Yields the bytes until there are no more, and throws what has become of the statement unless it has succeeded. */
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

/** Measures how long a reader lets a statement wait. */
class ReaderClock {
  #waited = 0;
  #since: number | undefined;

  /** Milliseconds until now. */
  waited(): number {
    return this.#waited + (this.#since === undefined ? 0 : performance.now() - this.#since);
  }

  /** Yields the items, and counts the time between one and the next question for another. */
  async *timed<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
    for await (const item of items) {
      this.#since = performance.now();
      yield item;
      this.#waited = this.waited();
      this.#since = undefined;
    }
  }
}

/** The process was not ended here: the kernel may have done it, where memory was short. */
const endedAlone = (): ReaderError =>
  new ReaderError('The process that ran the statement has ended', 241, 'MEMORY_LIMIT_EXCEEDED');
