import type { ClickHouse } from '../clickhouse/clickhouse.js';
import type { TrackedEvent } from '../event.js';
import type { Journal } from '../journal/journal.js';
import { BlockFiles } from './block-file.js';
import { readBack } from './read-back.js';
import { COLLECTED, eventColumns, rowOf } from './row.js';
import { Serial } from './serial.js';
import { step } from './session.js';
import { SessionStore } from './store.js';

const INTERVAL_MS = 500;

export interface BlockWriterParts {
  readonly journal: Journal;
  readonly clickhouse: ClickHouse;
  /** Where finished blocks wait. */
  readonly folder: string;
  /** Names this installation, so that no two processes on one ClickHouse use the same tokens. */
  readonly instance: string;
  /** The account of a website; undefined when the website is gone, and its events with it. */
  readonly accountOf: (websiteId: string) => string | undefined;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/**
 * Carries events from the journal into ClickHouse: gives each its session, keeps the finished block on disk, inserts
 * it under the segment's name as its token, then forgets it. A crash anywhere repeats the same block under the same
 * token, which ClickHouse takes once.
 */
export class BlockWriter {
  readonly #parts: BlockWriterParts;
  readonly #blocks: BlockFiles;
  readonly #sessions = new SessionStore();
  readonly #serial = new Serial();
  #timer: NodeJS.Timeout | undefined;
  #busy = false;

  private constructor(parts: BlockWriterParts, blocks: BlockFiles) {
    this.#parts = parts;
    this.#blocks = blocks;
  }

  /** Inserts the blocks an earlier process left, and reads the sessions under way back. */
  static async open(parts: BlockWriterParts): Promise<BlockWriter> {
    const writer = new BlockWriter(parts, await BlockFiles.open(parts.folder));
    await writer.#insertBlocks();
    await readBack(parts.clickhouse, writer.#sessions, await writer.#firstWaitingTime());
    return writer;
  }

  /** Drains the journal from now on, twice a second. */
  start(): void {
    this.#timer = setInterval(() => {
      if (this.#busy) return;
      this.#busy = true;
      void this.drain()
        .catch(this.#parts.onError)
        .finally(() => {
          this.#busy = false;
        });
    }, INTERVAL_MS);
  }

  /** Writes everything that was appended to the journal before the call, and stops. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.drain();
  }

  /** Resolves when everything that was appended to the journal before the call is in ClickHouse. */
  drain(): Promise<void> {
    return this.#serial.run(() => this.#drain());
  }

  /**
   * Runs a task while no block is written, with everything before it in ClickHouse. For what changes stored sessions;
   * those of the website are read back afterwards.
   */
  exclusive<T>(websiteId: string, task: () => Promise<T>): Promise<T> {
    return this.#serial.run(async () => {
      await this.#drain();
      try {
        return await task();
      } finally {
        this.#sessions.forgetWebsite(websiteId);
        await readBack(this.#parts.clickhouse, this.#sessions, this.#parts.now(), websiteId);
      }
    });
  }

  async #drain(): Promise<void> {
    await this.#insertBlocks();
    for (const segment of await this.#parts.journal.closedSegments()) {
      await this.#blocks.write(segment, await this.#block(segment));
      await this.#insertBlock(segment);
    }
    this.#sessions.expire(this.#parts.now());
  }

  async #insertBlocks(): Promise<void> {
    for (const segment of await this.#blocks.segments()) await this.#insertBlock(segment);
  }

  async #insertBlock(segment: string): Promise<void> {
    const { clickhouse, instance, journal } = this.#parts;
    await journal.remove(segment);
    const body = await this.#blocks.read(segment);
    await clickhouse.insert({ table: 'events', columns: eventColumns, body, token: `${instance}-${segment}` });
    await this.#blocks.remove(segment);
  }

  async #block(segment: string): Promise<string> {
    const rows: string[] = [];
    for (const event of await this.#events(segment)) {
      const accountId = this.#parts.accountOf(event.websiteId);
      const stepped =
        accountId === undefined ? undefined : step(this.#sessions.get(event.websiteId, event.visitorId), event);
      if (accountId === undefined || stepped === undefined) continue;
      const [session, contribution] = stepped;
      this.#sessions.set(event.websiteId, event.visitorId, session);
      rows.push(rowOf({ event, session, contribution, origin: { accountId, importId: COLLECTED } }));
    }
    return rows.join('');
  }

  async #events(segment: string): Promise<readonly TrackedEvent[]> {
    const records = await this.#parts.journal.read(segment);
    return records.map((record) => ownRecord(record));
  }

  async #firstWaitingTime(): Promise<number> {
    for (const segment of await this.#parts.journal.closedSegments()) {
      const [first] = await this.#events(segment);
      if (first !== undefined) return Math.min(first.time, this.#parts.now());
    }
    return this.#parts.now();
  }
}

/** The journal holds what this program wrote, whole: each record has a checksum. */
const ownRecord = (record: Buffer): TrackedEvent => JSON.parse(record.toString()) as TrackedEvent;
