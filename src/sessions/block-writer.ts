import { setTimeout as wait } from 'node:timers/promises';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { eventOf } from '../event-record.js';
import { unframe } from '../journal/frame.js';
import type { Journal } from '../journal/journal.js';
import { pauseAfter } from './backoff.js';
import { BlockFiles } from './block-file.js';
import type { BlockMaking } from './block-maker.js';
import { insertBlock } from './insert-block.js';
import { readBack } from './read-back.js';
import { linesOf, websiteOf } from './row.js';
import { Serial } from './serial.js';

const INTERVAL_MS = 1000;

/** How long a stop may wait for ClickHouse; what it has not taken by then waits on disk for the next start. */
const LAST_DRAIN_MS = 5_000;

/** What happens to a block, in order. */
export type BlockStep = 'sessions given' | 'block kept' | 'inserted' | 'segment forgotten';

export interface BlockWriterParts {
  readonly journal: Journal;
  readonly clickhouse: ClickHouse;
  readonly maker: BlockMaking;
  /** Where finished blocks wait. */
  readonly folder: string;
  /** Where rows stay that ClickHouse refuses. */
  readonly rejectedFolder: string;
  /** Names this installation, so that no two processes on one ClickHouse use the same tokens. */
  readonly instance: string;
  /** The account of a website; undefined when the website is gone, and its events with it. */
  readonly accountOf: (websiteId: string) => string | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly observer: BlockObserver;
}

/** Who wants to know how the writing goes. */
export interface BlockObserver {
  readonly onStep: (step: BlockStep) => void;
  readonly onInserted: (seconds: number) => void;
  readonly onRejected: (rows: number) => void;
  /** More sessions were under way than are remembered: the next event of one of these begins another. */
  readonly onSessionsCut: (sessions: number) => void;
  /** A block did not come into ClickHouse, whoever is to blame. It is tried again. */
  readonly onFailed: (error: unknown) => void;
}

/**
 * Carries events from the journal into ClickHouse: gives each its session, keeps the finished block on disk, inserts
 * it under the segment's name as its token, then forgets it. A crash anywhere repeats the same block under the same
 * token, which ClickHouse takes once.
 */
export class BlockWriter {
  readonly #parts: BlockWriterParts;
  readonly #blocks: BlockFiles;
  readonly #serial = new Serial();
  /** Websites whose stored sessions a task may have changed. */
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #stopped = false;

  private constructor(parts: BlockWriterParts, blocks: BlockFiles) {
    this.#parts = parts;
    this.#blocks = blocks;
  }

  /** Inserts the blocks an earlier process left, and reads the sessions under way back. */
  static async open(parts: BlockWriterParts): Promise<BlockWriter> {
    const writer = new BlockWriter(parts, await BlockFiles.open(parts.folder, parts.rejectedFolder));
    await writer.#insertBlocks();
    await parts.maker.restore(await readBack(parts.clickhouse, await writer.#firstWaitingTime()));
    return writer;
  }

  /** Drains the journal from now on: once a second, or with growing pauses while ClickHouse takes nothing. */
  start(lastDrainMs = 0): void {
    if (this.#stopped) return;
    const pause = this.#failures === 0 ? Math.max(0, INTERVAL_MS - lastDrainMs) : pauseAfter(this.#failures);
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

  /** Resolves when everything that was appended to the journal before the call is in ClickHouse. */
  drain(): Promise<void> {
    return this.#serial.run(() => this.#drain());
  }

  /**
   * Runs a task while no block is written, with everything before it in ClickHouse. For what changes stored sessions;
   * those of the website are read back before the next block is made.
   */
  exclusive<T>(websiteId: string, task: () => Promise<T>): Promise<T> {
    return this.#serial.run(async () => {
      await this.#drain();
      this.#changed.add(websiteId);
      return task();
    });
  }

  async #drainOnce(): Promise<void> {
    try {
      await this.drain();
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      this.#parts.observer.onFailed(error);
    }
  }

  async #drain(): Promise<void> {
    const { journal, observer } = this.#parts;
    await this.#insertBlocks();
    await this.#readBackChanged();
    for (const segment of await journal.closedSegments()) {
      const block = await this.#blockOf(segment);
      observer.onStep('sessions given');
      await this.#blocks.write(segment, block);
      await this.#keepSessions();
      observer.onStep('block kept');
      await this.#insertBlock(segment, block);
    }
  }

  async #keepSessions(): Promise<void> {
    const { maker, now, observer } = this.#parts;
    const cut = await maker.keep(now());
    if (cut > 0) observer.onSessionsCut(cut);
  }

  async #readBackChanged(): Promise<void> {
    const { clickhouse, maker } = this.#parts;
    for (const websiteId of this.#changed) {
      await maker.restore(await readBack(clickhouse, await this.#firstWaitingTime(), websiteId), websiteId);
      this.#changed.delete(websiteId);
    }
  }

  async #insertBlocks(): Promise<void> {
    const segments = await this.#blocks.segments();
    // The block that was made last may have come to its place although writing it failed.
    if (segments.length > 0) await this.#keepSessions();
    for (const segment of segments) {
      await this.#insertBlock(segment, this.#ofLive(await this.#blocks.read(segment)));
    }
  }

  /**
   * A block that has waited, without the rows of websites that are gone: these may have been erased for good meanwhile. What is
   * no row is ClickHouse's to refuse.
   */
  #ofLive(block: Buffer): Buffer {
    const isGone = (id: string | undefined) => id !== undefined && this.#parts.accountOf(id) === undefined;
    return Buffer.from(
      linesOf(block)
        .filter((line) => !isGone(websiteOf(line)))
        .join(''),
    );
  }

  /** The segment goes before its block: alone it would be given its sessions once more, and differently. */
  async #insertBlock(segment: string, block: Uint8Array): Promise<void> {
    const { clickhouse, instance, journal, observer } = this.#parts;
    const began = performance.now();
    const rejected = await insertBlock(clickhouse, block, `${instance}-${segment}`);
    observer.onInserted((performance.now() - began) / 1000);
    observer.onStep('inserted');
    await this.#blocks.reject(segment, rejected);
    if (rejected.length > 0) observer.onRejected(rejected.length);
    await journal.remove(segment);
    observer.onStep('segment forgotten');
    await this.#blocks.remove(segment);
  }

  async #blockOf(segment: string): Promise<Uint8Array> {
    const { accountOf, journal, maker } = this.#parts;
    const accounts = new Map<string, string>();
    for (const websiteId of await maker.read(await journal.read(segment))) {
      const accountId = accountOf(websiteId);
      if (accountId !== undefined) accounts.set(websiteId, accountId);
    }
    return maker.make(accounts);
  }

  /** When the next event happened that will be given its session; now when none waits. */
  async #firstWaitingTime(): Promise<number> {
    for (const segment of await this.#parts.journal.closedSegments()) {
      const [first] = unframe(await this.#parts.journal.read(segment));
      if (first !== undefined) return Math.min(eventOf(first.toString()).time, this.#parts.now());
    }
    return this.#parts.now();
  }
}
