import { type FileHandle, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Fault } from '../errors.js';
import { createFile } from './files.js';
import { Group } from './group.js';
import { isSegmentName, newSegmentName, timeOfSegment } from './segment-name.js';

/** A segment is closed when it grows past this, however young it is, so that a block stays small. */
const SEGMENT_BYTES = 8 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 10;

/** What happens to a group of records: it is written, then surely on disk. */
export type JournalStep = 'appended' | 'synced';

export interface JournalParts {
  readonly folder: string;
  /** What all segments together may take on the disk. */
  readonly maxBytes: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called at each step, before any `append` of the group resolves. */
  readonly onStep: (step: JournalStep) => void;
}

interface Segment {
  readonly name: string;
  readonly file: FileHandle;
  /** What is surely on disk. */
  bytes: number;
}

/**
 * The durable log in front of ClickHouse. A record whose `append` has resolved is on disk; segments of records are
 * closed in order, read by the writer of blocks, and removed when ClickHouse has them.
 */
export class Journal {
  readonly #parts: JournalParts;
  /** The closed segments and their bytes, the oldest first. */
  readonly #closed: Map<string, number>;
  #open: Segment | undefined;
  #lastTime = 0;
  /** Bytes of all segments, the open one included. */
  #bytes: number;
  /** What came since the last group was begun to be written. */
  #waiting: Group | undefined;
  #bytesBeingWritten = 0;
  /** The one chain of everything that touches the open segment. */
  #work: Promise<void> = Promise.resolve();
  /** When the last record could not be kept, in epoch milliseconds, if nothing has changed since. */
  #refusedAt: number | undefined;

  private constructor(parts: JournalParts, closed: ReadonlyMap<string, number>) {
    this.#parts = parts;
    this.#closed = new Map(closed);
    this.#bytes = [...closed.values()].reduce((sum, size) => sum + size, 0);
  }

  /** Opens the journal of a folder. What an earlier process left there is closed, and read first. */
  static async open(parts: JournalParts): Promise<Journal> {
    const { folder } = parts;
    await mkdir(folder, { recursive: true });
    const names = (await readdir(folder)).filter(isSegmentName).sort();
    const sizes = await Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).size] as const));
    return new Journal(parts, new Map(sizes));
  }

  /** Bytes on disk that ClickHouse does not have yet. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether the next record can be kept, as far as one can tell. */
  get accepts(): boolean {
    if (this.#refusedAt === undefined) return true;
    // Where nothing waits, nothing that comes into ClickHouse will make room: whoever comes next may try.
    return this.#bytes === 0 && this.#parts.now() >= this.#refusedAt + RETRY_AFTER_SECONDS * 1000;
  }

  /** When the oldest segment was begun, in epoch milliseconds; undefined when nothing waits. */
  get oldest(): number | undefined {
    const name = this.#closed.keys().next().value ?? this.#open?.name;
    return name === undefined ? undefined : timeOfSegment(name);
  }

  /**
   * Resolves when the record is on disk, after one `fdatasync` for all that came meanwhile.
   *
   * @param record well-formed text, not empty
   *
   * @throws Fault `unavailable` when the disk allowance is used up or the disk refuses.
   */
  append(record: string): Promise<void> {
    const group = this.#waiting ?? new Group();
    if (!group.add(record, this.#parts.maxBytes - this.#bytes - this.#bytesBeingWritten)) {
      this.#refusedAt = this.#parts.now();
      return Promise.reject(cannotKeep());
    }
    if (this.#waiting === undefined) {
      this.#waiting = group;
      this.#work = this.#work.then(() => this.#writeGroup(group));
    }
    return group.kept;
  }

  /** Closes the open segment if it has records, and names all closed ones, the oldest first. */
  async closedSegments(): Promise<readonly string[]> {
    const closing = this.#work.then(() => this.#closeSegment());
    this.#work = closing.catch(() => undefined);
    await closing;
    return [...this.#closed.keys()];
  }

  /** A closed segment as it lies on the disk, for `unframe`. */
  read(name: string): Promise<Buffer> {
    return readFile(join(this.#parts.folder, name));
  }

  /** Forgets a segment, which may be gone already: a crash may repeat this. */
  async remove(name: string): Promise<void> {
    await rm(join(this.#parts.folder, name), { force: true });
    this.#refusedAt = undefined;
    this.#bytes -= this.#closed.get(name) ?? 0;
    this.#closed.delete(name);
  }

  /** Resolves when everything appended is on disk. */
  async close(): Promise<void> {
    await this.closedSegments();
  }

  /** One group alone: who waits in the chain to close the segment comes before the next, however much arrives. */
  async #writeGroup(group: Group): Promise<void> {
    // Whatever has arrived by now is read first: else a sync would be spent on the first of many, and the rest wait.
    await setImmediate();
    this.#waiting = undefined;
    this.#bytesBeingWritten = group.bytes.length;
    try {
      await this.#write(group.bytes);
      this.#refusedAt = undefined;
      group.resolve();
    } catch {
      await this.#abandonSegment();
      this.#refusedAt = this.#parts.now();
      group.reject(cannotKeep());
    } finally {
      this.#bytesBeingWritten = 0;
    }
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#open ??= await this.#openSegment();
    const segment = this.#open;
    const { bytesWritten } = await segment.file.write(bytes);
    if (bytesWritten < bytes.length) throw new Error('the disk is full');
    this.#parts.onStep('appended');
    await segment.file.datasync();
    this.#parts.onStep('synced');
    segment.bytes += bytes.length;
    this.#bytes += bytes.length;
    if (segment.bytes >= SEGMENT_BYTES) await this.#closeSegment();
  }

  async #openSegment(): Promise<Segment> {
    this.#lastTime = Math.max(this.#parts.now(), this.#lastTime + 1);
    const name = newSegmentName(this.#lastTime);
    return { name, file: await createFile(join(this.#parts.folder, name)), bytes: 0 };
  }

  async #closeSegment(): Promise<void> {
    const segment = this.#open;
    if (segment === undefined) return;
    this.#open = undefined;
    this.#closed.set(segment.name, segment.bytes);
    await segment.file.close();
  }

  /** After a failed write the end of the segment is cut, as far as the disk lets us: its events were refused. */
  async #abandonSegment(): Promise<void> {
    const segment = this.#open;
    if (segment === undefined) return;
    await segment.file.truncate(segment.bytes).catch(() => undefined);
    await this.#closeSegment().catch(() => undefined);
    if (segment.bytes === 0) await this.remove(segment.name).catch(() => undefined);
  }
}

const cannotKeep = (): Fault =>
  new Fault('unavailable', ['Events cannot be kept at the moment, try again later'], RETRY_AFTER_SECONDS);
