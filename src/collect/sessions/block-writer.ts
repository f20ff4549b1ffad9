import { setTimeout as wait } from 'node:timers/promises';
import { type ClickHouse, isUnreachable } from '../../clickhouse/clickhouse.js';
import { type Beginning, readHistories } from '../../daily-visitors/visitor-history.js';
import { AppError } from '../../lib/errors.js';
import { Mutex } from '../../lib/mutex.js';
import { backoffDelay } from '../../lib/retry.js';
import type { Journal } from '../journal/journal.js';
import { parsePartName } from '../journal/segment-name.js';
import { type Block, BlockFiles } from './block-file.js';
import type { BlockObserver } from './block-observer.js';
import { EventKeyLog } from './event-key-log.js';
import { firstEventTime } from './first-event-time.js';
import { type DoneInserts, insertBlock } from './insert-block.js';
import { RejectedFolder } from './rejected-folder.js';
import { SessionRestorer } from './restore-sessions.js';
import { readGeneration, readWebsiteId, splitLines } from './row.js';
import { SegmentFailures } from './segment-failures.js';
import type { AsyncSessionizer, BlockWebsite } from './sessionizer.js';
import { UnknownWebsites } from './unknown-websites.js';

const INTERVAL_MS = 1000;

/** How long a stop may wait for ClickHouse. Remaining blocks wait on disk for the next start. */
const LAST_DRAIN_MS = 5_000;

export interface BlockWriterDeps {
  readonly journal: Journal;
  readonly clickhouse: ClickHouse;
  readonly sessionizer: AsyncSessionizer;
  readonly folder: string;
  /** Folder of data that cannot be read, processed or inserted. */
  readonly rejectedFolder: string;
  readonly unknownFolder: string;
  /** Folder of the keys of recent events. */
  readonly keysFolder: string;
  /** Identifies this installation, so that no two processes on one ClickHouse use the same tokens. */
  readonly instance: string;
  /** Undefined when this process does not know the website. */
  readonly findWebsite: (websiteId: string) => BlockWebsite | undefined;
  /** Discards the daily visitor counts of websites that received events these counts cannot include. They must be rebuilt. */
  readonly endCounts: (websiteIds: readonly string[]) => Promise<void>;
  /** Throws while PostgreSQL does not answer. */
  readonly findDeleted: (websiteIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly now: () => number;
  readonly observer: BlockObserver;
}

/**
 * Moves events from the journal to ClickHouse: assigns sessions, stores the finished block on disk, inserts it with a token
 * named after the segment, then removes it. After a crash the same block is inserted under the same token, which ClickHouse
 * accepts once.
 */
export class BlockWriter {
  readonly #deps: BlockWriterDeps;
  readonly #blocks: BlockFiles;
  readonly #rejected: RejectedFolder;
  readonly #unknown: UnknownWebsites;
  readonly #sessions: SessionRestorer;
  readonly #keyLog: EventKeyLog;
  readonly #mutex = new Mutex();
  readonly #failed: SegmentFailures;
  readonly #rebuilt = new Set<string>();
  /** What is inserted of segments that could not be removed yet. It is not repeated: ClickHouse may have forgotten the token. */
  readonly #inserted = new Map<string, DoneInserts>();
  /** The segment of the latest block, until its sessions are committed. */
  #unkept: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #stopped = false;
  /** Whether a stop has waited long enough. Another process may then have the folders. */
  #isOver = false;

  private constructor(deps: BlockWriterDeps, unknown: UnknownWebsites) {
    this.#deps = deps;
    this.#blocks = new BlockFiles(deps.folder);
    this.#rejected = new RejectedFolder(deps.rejectedFolder);
    this.#unknown = unknown;
    this.#failed = new SegmentFailures(deps.observer);
    this.#keyLog = new EventKeyLog(deps.keysFolder);
    this.#sessions = new SessionRestorer({ ...deps, ...deps.observer });
  }

  /**
   * Inserts the blocks of an earlier process, and loads the open sessions. Reports failures to the observer; the failed steps
   * are retried before the first new block.
   */
  static async open(deps: BlockWriterDeps): Promise<BlockWriter> {
    const { journal, findWebsite, findDeleted, observer, unknownFolder: folder } = deps;
    const isKnown = (id: string) => findWebsite(id) !== undefined;
    const unknown = await UnknownWebsites.open({ folder, journal, isKnown, findDeleted, ...observer });
    const writer = new BlockWriter(deps, unknown);
    await writer.#rejected.open();
    await writer.#reportMissing().catch(observer.onFailed);
    try {
      for await (const entry of writer.#keyLog.read()) await deps.sessionizer.addRecent(entry);
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
      if (!this.#isOver) this.#deps.observer.onFailed(error);
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
    const { journal, observer } = this.#deps;
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
    const { observer } = this.#deps;
    await this.#restoreSessions();
    const block = await this.#failed.attempt(segment, () => this.#makeBlock(segment));
    if (block === undefined) return;
    observer.onStep('sessions given');
    await this.#blocks.write(segment, block);
    await this.#commitSessions();
    observer.onStep('block kept');
    await this.#failed.attempt(segment, () => this.#insertBlock(segment, block));
  }

  /** Builds the block of a segment. Returns undefined when the segment's file is missing. */
  async #makeBlock(segment: string): Promise<Block | undefined> {
    const { journal, sessionizer, observer } = this.#deps;
    const read = await journal.read(segment).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    if (read === undefined) {
      await this.#rejectMissing([segment]);
      return undefined;
    }
    const { bytes, syncedBytes } = read;
    const isLate = parsePartName(segment) !== undefined;
    const { websites: ids, damage } = await sessionizer.load(bytes, { name: segment, syncedBytes, isLate });
    if (isLate || this.#isOutOfOrder(segment)) await this.#endCounts(ids);
    this.#unkept = segment;
    const { block: events, unknown, rejected, keys, beginnings } = await sessionizer.buildBatch(this.#known(ids));
    const { rows: counts, disordered } = await sessionizer.count(await this.#readHistories(beginnings));
    await this.#endCounts(disordered);
    await this.#rejected.keepLines(`${segment}.damaged.ndjson`, damage);
    if (damage.length > 0) observer.onDamaged(segment, damage.length);
    await this.#rejected.keepLines(`${segment}.records.ndjson`, rejected);
    if (rejected.length > 0) observer.onRecordsRejected(segment, rejected.length);
    await this.#unknown.keep(segment, unknown);
    await this.#keyLog.append({ segment, keys });
    return { events, counts };
  }

  /**
   * Reports segments removed since the last start. A finished block already contains its segment's events, so it is not
   * missing.
   */
  async #reportMissing(): Promise<void> {
    const { journal } = this.#deps;
    const finished = new Set(await this.#blocks.segments());
    await this.#rejectMissing(journal.missing.filter((segment) => !finished.has(segment)));
    await journal.remove(...journal.missing);
  }

  async #rejectMissing(segments: readonly string[]): Promise<void> {
    const [first] = segments;
    if (first === undefined) return;
    const { journal, observer } = this.#deps;
    await this.#rejected.keepLines(
      `${first}.missing.ndjson`,
      segments.map((segment) => ({ segment })),
    );
    observer.onSegmentsMissing(segments);
    await journal.remove(...segments);
  }

  #known(websiteIds: readonly string[]): ReadonlyMap<string, BlockWebsite> {
    const known = new Map<string, BlockWebsite>();
    for (const id of websiteIds) {
      const website = this.#deps.findWebsite(id);
      if (website !== undefined) known.set(id, website);
    }
    return known;
  }

  /** Reads the visitors' histories. A failing query delays no events: these websites' visitor counts are rebuilt instead. */
  async #readHistories(beginnings: readonly Beginning[]) {
    try {
      return await readHistories(this.#deps.clickhouse, beginnings);
    } catch (error) {
      if (!isUnreachable(error)) await this.#endCounts(beginnings.map(({ websiteId }) => websiteId));
      throw error;
    }
  }

  /** Later events may be in ClickHouse before those of the segment. */
  #isOutOfOrder(segment: string): boolean {
    return this.#failed.isOvertaken(segment) || this.#rebuilt.has(segment);
  }

  async #endCounts(websiteIds: Iterable<string>): Promise<void> {
    const known = [...new Set(websiteIds)].filter((id) => this.#deps.findWebsite(id) !== undefined);
    if (known.length > 0) await this.#deps.endCounts(known);
  }

  /** Discards counts that were started, and may even be complete, while a block that belongs to earlier counts was waiting. */
  async #endCountsMissing({ events }: Block): Promise<void> {
    const missing = new Set<string>();
    for (const [websiteId, generation] of generationByWebsite(events)) {
      const count = this.#deps.findWebsite(websiteId)?.count;
      if (count !== undefined && count.generation !== generation) missing.add(websiteId);
    }
    await this.#endCounts(missing);
  }

  async #commitSessions(): Promise<void> {
    const { sessionizer, now, observer } = this.#deps;
    this.#unkept = undefined;
    const cut = await sessionizer.commit(now());
    if (cut > 0) observer.onSessionsCut(cut);
  }

  async #restoreSessions(): Promise<void> {
    const { journal, now } = this.#deps;
    if (this.#sessions.isFresh) return;
    const isNext = (segment: string) => parsePartName(segment) === undefined && !this.#failed.has(segment);
    const segments = (await journal.closedSegments()).filter(isNext);
    await this.#sessions.restore(Math.min(now(), (await firstEventTime(journal, segments)) ?? now()));
  }

  async #insertBlocks(): Promise<void> {
    for (const segment of await this.#blocks.segments()) {
      this.#requireTime();
      // The last block may be in place although writing it failed.
      if (segment === this.#unkept) await this.#commitSessions();
      await this.#failed.attempt(segment, async () => {
        const block = await this.#blocks.read(segment);
        if (block === undefined) return this.#rejectBlock(segment);
        if (this.#isOutOfOrder(segment)) await this.#endCounts(listWebsiteIds(block));
        await this.#insertBlock(segment, await this.#withoutDeletedWebsites(block));
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
    const { journal, observer } = this.#deps;
    await this.#rejected.keep(`${segment}.block`, await this.#blocks.readFile(segment));
    await this.#blocks.remove(segment);
    const isRebuilt = journal.has(segment);
    observer.onBlockDamaged(segment, isRebuilt);
    if (!isRebuilt) return;
    this.#sessions.markStale();
    this.#rebuilt.add(segment);
  }

  /** Omits the rows of websites that were deleted since: they may already be purged. */
  async #withoutDeletedWebsites(block: Block): Promise<Block> {
    const { findWebsite: known, findDeleted } = this.#deps;
    const unknown = listWebsiteIds(block).filter((id) => known(id) === undefined);
    if (unknown.length === 0) return block;
    const deleted = await findDeleted(unknown);
    const remaining = (rows: Uint8Array) =>
      Buffer.concat(splitLines(rows).filter((line) => !deleted.has(readWebsiteId(line) ?? '')));
    return { events: remaining(block.events), counts: remaining(block.counts) };
  }

  /**
   * Inserts a block. The segment is removed before its block: without a block it would get its sessions again, and differently.
   */
  async #insertBlock(segment: string, block: Block): Promise<void> {
    const { clickhouse, instance, journal, observer } = this.#deps;
    const began = performance.now();
    const done: DoneInserts = this.#inserted.get(segment) ?? new Map();
    this.#inserted.set(segment, done);
    const doneBefore = done.size;
    const rejected = await insertBlock(clickhouse, block, {
      token: `${instance}-${segment}`,
      done,
      onEventsInserted: () => observer.onStep('events inserted'),
    });
    if (done.size > doneBefore) {
      this.#failed.onInserted();
      observer.onInserted((performance.now() - began) / 1000);
    }
    await this.#endCountsMissing(block);
    await clickhouse.sync();
    observer.onStep('inserted');
    await this.#rejected.keepLines(`${segment}.ndjson`, rejected.events);
    await this.#rejected.keepLines(`${segment}.daily_visitors.ndjson`, rejected.counts);
    const all = [...rejected.events, ...rejected.counts];
    if (all.length > 0) observer.onRejected(all.length);
    await this.#endCounts(all.flatMap(({ row }) => readWebsiteId(Buffer.from(row)) ?? []));
    await journal.remove(segment);
    observer.onStep('segment forgotten');
    await this.#blocks.remove(segment);
    this.#inserted.delete(segment);
    if (this.#rebuilt.delete(segment)) this.#sessions.markStale();
  }
}

const listWebsiteIds = ({ events }: Block): readonly string[] => [...generationByWebsite(events).keys()];

function generationByWebsite(events: Uint8Array): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of splitLines(events)) {
    const websiteId = readWebsiteId(line);
    if (websiteId !== undefined && !counts.has(websiteId)) counts.set(websiteId, readGeneration(line));
  }
  return counts;
}
