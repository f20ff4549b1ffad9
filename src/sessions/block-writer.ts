import { setTimeout as wait } from 'node:timers/promises';
import { type ClickHouse, isUnreachable } from '../clickhouse/clickhouse.js';
import { dailyVisitorsColumns } from '../daily-visitors/block-counts.js';
import { type Beginning, readHistories } from '../daily-visitors/visitor-history.js';
import type { Journal } from '../journal/journal.js';
import { partOf } from '../journal/segment-name.js';
import { Mutex } from '../lib/mutex.js';
import { backoffDelay } from '../lib/retry.js';
import { type Block, BlockFiles } from './block-file.js';
import type { BlockObserver } from './block-observer.js';
import { EventKeyLog } from './event-key-log.js';
import { firstEventTime } from './first-event-time.js';
import { insertBlock } from './insert-block.js';
import { RejectedFolder } from './rejected-folder.js';
import { SessionRestorer } from './restore-sessions.js';
import { countOf, eventColumns, linesOf, websiteOf } from './row.js';
import { SegmentFailures } from './segment-failures.js';
import type { AsyncSessionizer, BlockWebsite } from './sessionizer.js';
import { UnknownWebsites } from './unknown-websites.js';

const INTERVAL_MS = 1000;

/** How long a stop may wait for ClickHouse; what it has not taken by then waits on disk for the next start. */
const LAST_DRAIN_MS = 5_000;

export interface BlockWriterDeps {
  readonly journal: Journal;
  readonly clickhouse: ClickHouse;
  readonly sessionizer: AsyncSessionizer;
  /** Where finished blocks wait. */
  readonly folder: string;
  /** Where everything stays that cannot be read, made or inserted. */
  readonly rejectedFolder: string;
  /** Where events of unknown websites wait. */
  readonly unknownFolder: string;
  /** Where the keys of recent events are kept. */
  readonly keysFolder: string;
  /** Names this installation, so that no two processes on one ClickHouse use the same tokens. */
  readonly instance: string;
  /** What a block has to know of a website; undefined when this process does not know the website. */
  readonly websiteOf: (websiteId: string) => BlockWebsite | undefined;
  /** Ends the counts of websites for good: events came of which they cannot take notice. They are to be counted anew. */
  readonly endCounts: (websiteIds: readonly string[]) => Promise<void>;
  /** Finds the websites among these that were deleted. Throws while PostgreSQL cannot tell. */
  readonly findDeleted: (websiteIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly observer: BlockObserver;
}

/**
 * Carries events from the journal into ClickHouse: gives each its session, keeps the finished block on disk, inserts
 * it under the segment's name as its token, then forgets it. A crash anywhere repeats the same block under the same
 * token, which ClickHouse takes once.
 */
export class BlockWriter {
  readonly #parts: BlockWriterDeps;
  readonly #blocks: BlockFiles;
  readonly #rejected: RejectedFolder;
  readonly #unknown: UnknownWebsites;
  readonly #sessions: SessionRestorer;
  readonly #keyLog: EventKeyLog;
  readonly #mutex = new Mutex();
  readonly #failed: SegmentFailures;
  /** Segments that a damaged block was made of. */
  readonly #madeAgain = new Set<string>();
  /** The segment whose block was made last, until its sessions count. */
  #unkept: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #stopped = false;

  private constructor(parts: BlockWriterDeps, unknown: UnknownWebsites) {
    this.#parts = parts;
    this.#blocks = new BlockFiles(parts.folder);
    this.#rejected = new RejectedFolder(parts.rejectedFolder);
    this.#unknown = unknown;
    this.#failed = new SegmentFailures(parts.observer);
    this.#keyLog = new EventKeyLog(parts.keysFolder);
    this.#sessions = new SessionRestorer({ ...parts, ...parts.observer });
  }

  /**
   * Inserts the blocks an earlier process left, and reads the sessions under way back. What fails of it is told, and
   * tried again before the first new block.
   */
  static async open(parts: BlockWriterDeps): Promise<BlockWriter> {
    const { journal, websiteOf, findDeleted, observer, unknownFolder: folder } = parts;
    const isKnown = (id: string) => websiteOf(id) !== undefined;
    const unknown = await UnknownWebsites.open({ folder, journal, isKnown, findDeleted, ...observer });
    const writer = new BlockWriter(parts, unknown);
    await writer.#rejected.open();
    try {
      for await (const entry of writer.#keyLog.read()) await parts.sessionizer.addRecent(entry);
      await writer.#insertBlocks();
      await writer.#restoreSessions();
    } catch (error) {
      observer.onFailed(error);
    }
    return writer;
  }

  /** Drains the journal from now on: once a second, or with growing pauses while ClickHouse takes nothing. */
  start(lastDrainMs = 0): void {
    if (this.#stopped) return;
    const pause = this.#failures === 0 ? Math.max(0, INTERVAL_MS - lastDrainMs) : backoffDelay(this.#failures);
    this.#timer = setTimeout(() => {
      const began = performance.now();
      void this.#drainOnce().then(() => this.start(performance.now() - began));
    }, pause);
  }

  /** Writes what was appended to the journal before the call, as far as ClickHouse takes it in five seconds. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    const enough = new AbortController();
    await Promise.race([this.#drainOnce(), wait(LAST_DRAIN_MS, undefined, { signal: enough.signal }).catch(() => {})]);
    enough.abort();
  }

  /**
   * Resolves when everything that was appended to the journal before the call is in ClickHouse, or set aside.
   *
   * @throws what keeps any of it from that
   */
  drain(): Promise<void> {
    return this.#mutex.run(() => this.#drainAll());
  }

  /**
   * Runs a task while no block is written, with everything before it in ClickHouse. For what changes stored sessions;
   * those of the website are read back before the next block is made.
   */
  exclusive<T>(websiteId: string, task: () => Promise<T>): Promise<T> {
    return this.#mutex.run(async () => {
      await this.#drainAll();
      this.#sessions.markStale(websiteId);
      return task();
    });
  }

  /** Runs a task while no block is written, with everything before it in ClickHouse as far as it comes in. */
  quiet<T>(task: () => Promise<T>): Promise<T> {
    return this.#mutex.run(async () => {
      await this.#drain();
      return task();
    });
  }

  /** Returns whether a segment is kept for later since it alone cannot be brought into ClickHouse. */
  isPassedBy(segment: string): boolean {
    return this.#failed.isPassedBy(segment);
  }

  async #drainOnce(): Promise<void> {
    try {
      await this.#mutex.run(() => this.#drain());
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      this.#parts.observer.onFailed(error);
    }
  }

  async #drainAll(): Promise<void> {
    await this.#drain();
    this.#failed.throwAny();
  }

  async #drain(): Promise<void> {
    const { journal, observer } = this.#parts;
    await this.#insertBlocks();
    await this.#unknown.moveKnown().catch(observer.onFailed);
    const finished = new Set(await this.#blocks.segments());
    for (const segment of await journal.closedSegments()) {
      if (!finished.has(segment)) await this.#writeBlock(segment);
    }
    await this.#unknown.dropDeleted().catch(observer.onFailed);
  }

  async #writeBlock(segment: string): Promise<void> {
    const { observer } = this.#parts;
    await this.#restoreSessions();
    const block = await this.#failed.attempt(segment, () => this.#makeBlock(segment));
    if (block === undefined) return;
    observer.onStep('sessions given');
    await this.#blocks.write(segment, block);
    await this.#keepSessions();
    observer.onStep('block kept');
    await this.#failed.attempt(segment, () => this.#insertBlock(segment, block));
  }

  /** The block of a segment; undefined where somebody has removed the segment. */
  async #makeBlock(segment: string): Promise<Block | undefined> {
    const { journal, sessionizer, observer } = this.#parts;
    const read = await journal.read(segment).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    if (read === undefined) {
      observer.onSegmentMissing(segment);
      await journal.remove(segment);
      return undefined;
    }
    const { bytes, mayBeTorn } = read;
    const isLate = partOf(segment) !== undefined;
    const { websites: ids, damage } = await sessionizer.load(bytes, { name: segment, mayBeTorn, isLate });
    if (isLate || this.#isOutOfOrder(segment)) await this.#endCounts(ids);
    this.#unkept = segment;
    const { block: events, unknown, rejected, keys, beginnings } = await sessionizer.buildBatch(this.#known(ids));
    const { rows: counts, disordered } = await sessionizer.count(await this.#historiesOf(beginnings));
    await this.#endCounts(disordered);
    await this.#rejected.keepLines(`${segment}.damaged.ndjson`, damage);
    if (damage.length > 0) observer.onDamaged(segment, damage.length);
    await this.#rejected.keepLines(`${segment}.records.ndjson`, rejected);
    if (rejected.length > 0) observer.onRecordsRejected(segment, rejected.length);
    await this.#unknown.keep(segment, unknown);
    await this.#keyLog.append({ segment, keys });
    return { events, counts };
  }

  #known(websiteIds: readonly string[]): ReadonlyMap<string, BlockWebsite> {
    const known = new Map<string, BlockWebsite>();
    for (const id of websiteIds) {
      const website = this.#parts.websiteOf(id);
      if (website !== undefined) known.set(id, website);
    }
    return known;
  }

  /** What ClickHouse refuses to read holds up no events: the visitors of these websites are counted anew instead. */
  async #historiesOf(beginnings: readonly Beginning[]) {
    try {
      return await readHistories(this.#parts.clickhouse, beginnings);
    } catch (error) {
      if (!isUnreachable(error)) await this.#endCounts(beginnings.map(({ websiteId }) => websiteId));
      throw error;
    }
  }

  /** Whether events that happened later may have come into ClickHouse before those of a segment. */
  #isOutOfOrder(segment: string): boolean {
    return this.#failed.isOvertaken(segment) || this.#madeAgain.has(segment);
  }

  async #endCounts(websiteIds: Iterable<string>): Promise<void> {
    const known = [...new Set(websiteIds)].filter((id) => this.#parts.websiteOf(id) !== undefined);
    if (known.length > 0) await this.#parts.endCounts(known);
  }

  /** Ends the counts that were begun, and may even be complete, while a block that was added to former ones was on its way. */
  async #endCountsWithout({ events }: Block): Promise<void> {
    const missing = new Set<string>();
    for (const [websiteId, generation] of countsOf(events)) {
      const count = this.#parts.websiteOf(websiteId)?.count;
      if (count !== undefined && count.generation !== generation) missing.add(websiteId);
    }
    await this.#endCounts(missing);
  }

  async #keepSessions(): Promise<void> {
    const { sessionizer, now, observer } = this.#parts;
    this.#unkept = undefined;
    const cut = await sessionizer.commit(now());
    if (cut > 0) observer.onSessionsCut(cut);
  }

  async #restoreSessions(): Promise<void> {
    const { journal, now } = this.#parts;
    if (this.#sessions.isFresh) return;
    const isNext = (segment: string) => partOf(segment) === undefined && !this.#failed.has(segment);
    const segments = (await journal.closedSegments()).filter(isNext);
    await this.#sessions.restore(Math.min(now(), (await firstEventTime(journal, segments)) ?? now()));
  }

  async #insertBlocks(): Promise<void> {
    for (const segment of await this.#blocks.segments()) {
      // The block that was made last may have come to its place although writing it failed.
      if (segment === this.#unkept) await this.#keepSessions();
      await this.#failed.attempt(segment, async () => {
        const block = await this.#blocks.read(segment);
        if (block === undefined) return this.#rejectBlock(segment);
        if (this.#isOutOfOrder(segment)) await this.#endCounts(websitesOf(block));
        await this.#insertBlock(segment, await this.#ofNotDeleted(block));
      });
    }
  }

  /**
   * Sets a damaged block aside. Its segment is there until the block has been inserted, and is made a block again, with
   * the sessions that ClickHouse has. If the damaged block had been inserted, these know its events already, and the new
   * block differs from it; but ClickHouse goes by the token and by the months of the rows, which are the same, and takes
   * nothing of it. If it had not, the new block is the only one. Either way the sessions in memory may be wrong behind it, and
   * are read once more.
   */
  async #rejectBlock(segment: string): Promise<void> {
    const { journal, observer } = this.#parts;
    await this.#rejected.keep(`${segment}.block`, await this.#blocks.readFile(segment));
    await this.#blocks.remove(segment);
    const isMadeAgain = journal.has(segment);
    observer.onBlockDamaged(segment, isMadeAgain);
    if (!isMadeAgain) return;
    this.#sessions.markStale();
    this.#madeAgain.add(segment);
  }

  /** A block that has waited, without the rows of websites that were deleted: these may have been erased for good meanwhile. */
  async #ofNotDeleted(block: Block): Promise<Block> {
    const { websiteOf: known, findDeleted } = this.#parts;
    const unknown = websitesOf(block).filter((id) => known(id) === undefined);
    if (unknown.length === 0) return block;
    const deleted = await findDeleted(unknown);
    const remaining = (rows: Uint8Array) =>
      Buffer.concat(linesOf(rows).filter((line) => !deleted.has(websiteOf(line) ?? '')));
    return { events: remaining(block.events), counts: remaining(block.counts) };
  }

  /** The segment goes before its block: alone it would be given its sessions once more, and differently. */
  async #insertBlock(segment: string, block: Block): Promise<void> {
    const { clickhouse, instance, journal, observer } = this.#parts;
    const began = performance.now();
    const token = `${instance}-${segment}`;
    const rejected = await insertBlock(clickhouse, EVENTS, block.events, token);
    observer.onStep('events inserted');
    const uncounted =
      block.counts.length === 0 ? [] : await insertBlock(clickhouse, DAILY_VISITORS, block.counts, token);
    await this.#endCountsWithout(block);
    await clickhouse.sync();
    this.#failed.onInserted();
    observer.onInserted((performance.now() - began) / 1000);
    observer.onStep('inserted');
    await this.#rejected.keepLines(`${segment}.ndjson`, rejected);
    await this.#rejected.keepLines(`${segment}.daily_visitors.ndjson`, uncounted);
    const all = [...rejected, ...uncounted];
    if (all.length > 0) observer.onRejected(all.length);
    await this.#endCounts(all.flatMap(({ row }) => websiteOf(Buffer.from(row)) ?? []));
    await journal.remove(segment);
    observer.onStep('segment forgotten');
    await this.#blocks.remove(segment);
    if (this.#madeAgain.delete(segment)) this.#sessions.markStale();
  }
}

const EVENTS = { table: 'events', columns: eventColumns } as const;
const DAILY_VISITORS = { table: 'daily_visitors', columns: dailyVisitorsColumns } as const;

const websitesOf = ({ events }: Block): readonly string[] => [...countsOf(events).keys()];

/** The counts that rows were added to, by their websites. */
function countsOf(events: Uint8Array): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of linesOf(events)) {
    const websiteId = websiteOf(line);
    if (websiteId !== undefined && !counts.has(websiteId)) counts.set(websiteId, countOf(line));
  }
  return counts;
}
