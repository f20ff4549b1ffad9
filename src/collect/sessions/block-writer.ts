import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../lib/errors.js';
import { Mutex } from '../../lib/mutex.js';
import { backoffDelay } from '../../lib/retry.js';
import { eventFolders } from '../folders.js';
import { parsePartName } from '../journal/segment-name.js';
import { BlockBuilder } from './block-builder.js';
import { type BlockContext, endKnownCounts } from './block-context.js';
import { type Block, BlockFiles } from './block-file.js';
import { BlockInserter, listWebsiteIds } from './block-inserter.js';
import { firstEventTime } from './first-event-time.js';
import { RejectedFolder } from './rejected-folder.js';
import { SessionRestorer } from './restore-sessions.js';
import { SegmentFailures } from './segment-failures.js';
import { UnknownWebsites } from './unknown-websites.js';

const INTERVAL_MS = 1000;

/** How long a stop may wait for ClickHouse. Remaining blocks wait on disk for the next start. */
const LAST_DRAIN_MS = 5_000;

/**
 * Moves events from the journal to ClickHouse: builds the block of each segment, stores it on disk, inserts it with a token
 * named after the segment, then removes it. After a crash the same block is inserted under the same token, which ClickHouse
 * accepts once.
 */
export class BlockWriter {
  readonly #context: BlockContext;
  readonly #blocks: BlockFiles;
  readonly #rejected: RejectedFolder;
  readonly #unknown: UnknownWebsites;
  readonly #sessions: SessionRestorer;
  readonly #builder: BlockBuilder;
  readonly #inserter: BlockInserter;
  readonly #mutex = new Mutex();
  readonly #failed: SegmentFailures;
  readonly #rebuilt = new Set<string>();
  /** Websites whose stored sessions of named visitors are being rewritten. */
  readonly #rewritten = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #stopped = false;
  /** Whether a stop has waited long enough. Another process may then have the folders. */
  #isOver = false;

  private constructor(context: BlockContext, unknown: UnknownWebsites) {
    const folders = eventFolders(context);
    this.#context = context;
    this.#blocks = new BlockFiles(folders.blocks);
    this.#rejected = new RejectedFolder(folders.rejected);
    this.#unknown = unknown;
    this.#failed = new SegmentFailures(context.observer);
    this.#sessions = new SessionRestorer(context);
    this.#builder = new BlockBuilder(context, this.#rejected, unknown, (id) => this.#rewritten.has(id));
    this.#inserter = new BlockInserter(context, this.#rejected, () => this.#failed.onInserted());
  }

  /**
   * Inserts the blocks of an earlier process, and loads the open sessions. Reports failures to the observer; the failed steps
   * are retried before the first new block.
   */
  static async open(context: BlockContext): Promise<BlockWriter> {
    const { observer } = context;
    const writer = new BlockWriter(context, await UnknownWebsites.open(context));
    await writer.#rejected.open();
    await writer.#reportMissing().catch(observer.onFailed);
    try {
      await writer.#builder.readRecentKeys();
      await writer.#insertBlocks();
      await writer.#restoreSessions();
    } catch (error) {
      observer.onFailed(error);
    }
    return writer;
  }

  /** Starts draining the journal: once a second, or with growing pauses while ClickHouse fails. */
  start(lastDrainMs = 0): void {
    if (this.#stopped) return;
    const pause = this.#failures === 0 ? Math.max(0, INTERVAL_MS - lastDrainMs) : backoffDelay(this.#failures);
    this.#timer = setTimeout(() => {
      const began = performance.now();
      void this.#drainOnce().then(() => this.start(performance.now() - began));
    }, pause);
  }

  /** Writes all records appended before the call. Gives up after five seconds. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    const enough = new AbortController();
    await Promise.race([this.#drainOnce(), wait(LAST_DRAIN_MS, undefined, { signal: enough.signal }).catch(() => {})]);
    enough.abort();
    this.#isOver = true;
  }

  /**
   * Resolves when every record appended before the call is in ClickHouse, or set aside.
   *
   * @throws the error of any segment that cannot be inserted
   */
  drain(): Promise<void> {
    return this.#mutex.run(() => this.#drainAll());
  }

  /**
   * Runs a task while no block is written, with every earlier event in ClickHouse. For tasks that change stored sessions: the
   * website's sessions are loaded again before the next block.
   */
  exclusive<T>(websiteId: string, task: () => Promise<T>): Promise<T> {
    return this.#mutex.run(async () => {
      await this.#drainAll();
      this.#sessions.markStale(websiteId);
      return task();
    });
  }

  /**
   * Runs a task that changes stored sessions of named visitors only, while blocks are written: their events wait in sessions of
   * their own.
   */
  async beside<T>(websiteId: string, task: () => Promise<T>): Promise<T> {
    await this.quiet(async () => this.#rewritten.add(websiteId));
    try {
      return await task();
    } finally {
      await this.#mutex.run(async () => {
        this.#rewritten.delete(websiteId);
        // In memory, their sessions are as they were before.
        this.#sessions.markStale(websiteId);
      });
    }
  }

  /** Runs a task while no block is written, with every earlier event that could be inserted in ClickHouse. */
  quiet<T>(task: () => Promise<T>): Promise<T> {
    return this.#mutex.run(async () => {
      await this.#drain();
      return task();
    });
  }

  /** Returns whether a segment is skipped for now because it alone cannot be inserted into ClickHouse. */
  isSkipped(segment: string): boolean {
    return this.#failed.isSkipped(segment);
  }

  async #drainOnce(): Promise<void> {
    try {
      await this.#mutex.run(() => this.#drain());
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      if (!this.#isOver) this.#context.observer.onFailed(error);
    }
  }

  #requireTime(): void {
    if (this.#isOver) throw new AppError('unavailable', ['Footfall is stopping']);
  }

  async #drainAll(): Promise<void> {
    await this.#drain();
    this.#failed.throwAny();
  }

  async #drain(): Promise<void> {
    const { journal, observer } = this.#context;
    this.#requireTime();
    await this.#insertBlocks();
    await this.#unknown.moveKnown().catch(observer.onFailed);
    const finished = new Set(await this.#blocks.segments());
    for (const segment of await journal.closedSegments()) {
      this.#requireTime();
      if (!finished.has(segment)) await this.#writeBlock(segment);
    }
    await this.#unknown.dropDeleted().catch(observer.onFailed);
  }

  async #writeBlock(segment: string): Promise<void> {
    const { observer } = this.#context;
    await this.#restoreSessions();
    const block = await this.#failed.attempt(segment, () => this.#builder.build(segment, this.#isOutOfOrder(segment)));
    if (block === undefined) return;
    observer.onStep('sessions given');
    await this.#blocks.write(segment, block);
    await this.#builder.commit();
    observer.onStep('block kept');
    await this.#failed.attempt(segment, () => this.#insertBlock(segment, block));
  }

  /**
   * Reports segments removed since the last start. A finished block already contains its segment's events, so it is not
   * missing.
   */
  async #reportMissing(): Promise<void> {
    const { journal } = this.#context;
    const finished = new Set(await this.#blocks.segments());
    await this.#builder.rejectMissing(journal.missing.filter((segment) => !finished.has(segment)));
    await journal.remove(...journal.missing);
  }

  /** Later events may be in ClickHouse before those of the segment. */
  #isOutOfOrder(segment: string): boolean {
    return this.#failed.isOvertaken(segment) || this.#rebuilt.has(segment);
  }

  async #restoreSessions(): Promise<void> {
    const { journal, now } = this.#context;
    if (this.#sessions.isFresh) return;
    const isNext = (segment: string) => parsePartName(segment) === undefined && !this.#failed.has(segment);
    const segments = (await journal.closedSegments()).filter(isNext);
    await this.#sessions.restore(Math.min(now(), (await firstEventTime(journal, segments)) ?? now()));
  }

  async #insertBlocks(): Promise<void> {
    for (const segment of await this.#blocks.segments()) {
      this.#requireTime();
      // The last block may be in place although writing it failed.
      if (this.#builder.isUncommitted(segment)) await this.#builder.commit();
      await this.#failed.attempt(segment, async () => {
        const block = await this.#blocks.read(segment);
        if (block === undefined) return this.#rejectBlock(segment);
        if (this.#isOutOfOrder(segment)) await endKnownCounts(this.#context.websites, listWebsiteIds(block));
        await this.#insertBlock(segment, await this.#inserter.withoutDeletedWebsites(block));
      });
    }
  }

  /**
   * Sets a damaged block aside. Its segment exists until the block is inserted, and the block is rebuilt with the sessions in
   * ClickHouse. If the damaged block was inserted, the rebuilt one differs, but has the same token and months of rows, so
   * ClickHouse ignores it. If not, the rebuilt block is the only one. In both cases the sessions in memory may be wrong, and are
   * loaded again.
   */
  async #rejectBlock(segment: string): Promise<void> {
    const { journal, observer } = this.#context;
    await this.#rejected.keep(`${segment}.block`, await this.#blocks.readFile(segment));
    await this.#blocks.remove(segment);
    const isRebuilt = journal.has(segment);
    observer.onBlockDamaged(segment, isRebuilt);
    if (!isRebuilt) return;
    this.#sessions.markStale();
    this.#rebuilt.add(segment);
  }

  /**
   * Inserts a block. The segment is removed before its block: without a block it would get its sessions again, and differently.
   */
  async #insertBlock(segment: string, block: Block): Promise<void> {
    const { journal, observer } = this.#context;
    await this.#inserter.insert(segment, block);
    await journal.remove(segment);
    observer.onStep('segment forgotten');
    await this.#blocks.remove(segment);
    this.#inserter.forget(segment);
    if (this.#rebuilt.delete(segment)) this.#sessions.markStale();
  }
}
