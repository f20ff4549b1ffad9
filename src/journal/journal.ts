import { type FileHandle, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createFile, makeFolder, renameDurably } from '../lib/durable-files.js';
import { AppError } from '../lib/errors.js';
import { Group } from './group.js';
import { isSegmentName, newSegmentName, timeOfSegment } from './segment-name.js';

/** A segment is closed when it grows past this, however young it is, so that a block stays small. */
const SEGMENT_BYTES = 8 * 1024 * 1024;

/** Nor does it take more records: rows can be many times as long as the records that they are made of. */
const MAX_SEGMENT_RECORDS = 10_000;

const RETRY_AFTER_SECONDS = 10;

/** What happens to a group of records: it is written, then surely on disk. */
export type JournalStep = 'appended' | 'synced';

export interface JournalDeps {
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
  records: number;
}

/**
 * The durable log in front of ClickHouse. A record whose `append` has resolved is on disk; segments of records are
 * closed in order, read by the writer of blocks, and removed when ClickHouse has them.
 */
export class Journal {
  readonly #parts: JournalDeps;
  /** The closed segments and their bytes, the oldest first. */
  readonly #closed: Map<string, number>;
  #open: Segment | undefined;
  #lastTime = 0;
  /** Bytes of all segments, the open one included. */
  #bytes: number;
  /** What came since the last group was begun to be written. */
  #waiting: Group | undefined;
  /** Bytes of the groups before it that are not on disk yet. */
  #queuedBytes = 0;
  /** Segments whose last records may never have been acknowledged: an earlier process or the disk broke off in them. */
  readonly #torn: Set<string>;
  /** The one chain of everything that touches the open segment. */
  #work: Promise<void> = Promise.resolve();
  /** When the last record could not be kept, in epoch milliseconds, if nothing has changed since. */
  #refusedAt: number | undefined;

  private constructor(parts: JournalDeps, closed: ReadonlyMap<string, number>) {
    this.#parts = parts;
    this.#closed = new Map(closed);
    this.#torn = new Set(closed.keys());
    this.#bytes = [...closed.values()].reduce((sum, size) => sum + size, 0);
  }

  /** Opens the journal of a folder. What an earlier process left there is closed, and read first. */
  static async open(parts: JournalDeps): Promise<Journal> {
    const { folder } = parts;
    await makeFolder(folder);
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
    return this.oldestExcept(() => false);
  }

  /** The same of the segments that are not left out. */
  oldestExcept(isLeftOut: (segment: string) => boolean): number | undefined {
    for (const name of this.#closed.keys()) if (!isLeftOut(name)) return timeOfSegment(name);
    return this.#open === undefined ? undefined : timeOfSegment(this.#open.name);
  }

  /**
   * Resolves when the record is on disk, after one `fdatasync` for all that came meanwhile.
   *
   * @param record well-formed text, not empty
   *
   * @throws AppError `unavailable` when the disk allowance is used up or the disk refuses.
   */
  append(record: string): Promise<void> {
    const group = this.#waiting ?? new Group();
    if (!group.add(record, this.#parts.maxBytes - this.#bytes - this.#queuedBytes)) {
      this.#refusedAt = this.#parts.now();
      return Promise.reject(cannotKeep());
    }
    if (this.#waiting === undefined) {
      this.#waiting = group;
      this.#work = this.#work.then(() => this.#writeGroup(group));
    }
    if (group.isFull) this.#endGroup(group);
    return group.kept;
  }

  /** Closes the open segment if it has records, and names all closed ones, the oldest first. */
  async closedSegments(): Promise<readonly string[]> {
    const closing = this.#work.then(() => this.#closeSegment());
    this.#work = closing.catch(() => undefined);
    await closing;
    return [...this.#closed.keys()];
  }

  /** Whether a segment has not been removed. */
  has(name: string): boolean {
    return this.#closed.has(name);
  }

  /** A closed segment as it lies on the disk, and how it is to be read. */
  async read(name: string): Promise<{ readonly bytes: Buffer; readonly mayBeTorn: boolean }> {
    return { bytes: await readFile(join(this.#parts.folder, name)), mayBeTorn: this.#torn.has(name) };
  }

  /** Takes a file of frames as a closed segment. It must be on the same file system; its name must be one that never comes back. */
  async adopt(path: string, name: string): Promise<void> {
    const { size } = await stat(path);
    await makeFolder(this.#parts.folder);
    await renameDurably(path, join(this.#parts.folder, name));
    this.#closed.set(name, size);
    this.#bytes += size;
  }

  /** Forgets a segment, which may be gone already: a crash may repeat this. */
  async remove(name: string): Promise<void> {
    await rm(join(this.#parts.folder, name), { force: true });
    this.#refusedAt = undefined;
    this.#bytes -= this.#closed.get(name) ?? 0;
    this.#closed.delete(name);
    this.#torn.delete(name);
  }

  /** Resolves when everything appended is on disk. */
  async close(): Promise<void> {
    await this.closedSegments();
  }

  /** One group alone: who waits in the chain to close the segment comes before the next, however much arrives. */
  async #writeGroup(group: Group): Promise<void> {
    // Whatever has arrived by now is read first: else a sync would be spent on the first of many, and the rest wait.
    await setImmediate();
    this.#endGroup(group);
    const { length } = group.bytes;
    try {
      await this.#write(group);
      this.#refusedAt = undefined;
      group.resolve();
    } catch {
      await this.#abandonSegment();
      this.#refusedAt = this.#parts.now();
      group.reject(cannotKeep());
    } finally {
      this.#queuedBytes -= length;
    }
  }

  /** Lets no more records into a group: later ones start another. */
  #endGroup(group: Group): void {
    if (this.#waiting !== group) return;
    this.#waiting = undefined;
    this.#queuedBytes += group.bytes.length;
  }

  async #write({ bytes, records }: Group): Promise<void> {
    this.#open ??= await this.#openSegment();
    const segment = this.#open;
    const { bytesWritten } = await segment.file.write(bytes);
    if (bytesWritten < bytes.length) throw new Error('the disk is full');
    this.#parts.onStep('appended');
    await segment.file.datasync();
    // What is written to a file that somebody has removed is on no disk that the next start can read.
    if ((await segment.file.stat()).nlink === 0) throw new Error('the segment was removed');
    this.#parts.onStep('synced');
    segment.bytes += bytes.length;
    segment.records += records;
    this.#bytes += bytes.length;
    if (segment.bytes >= SEGMENT_BYTES || segment.records >= MAX_SEGMENT_RECORDS) await this.#closeSegment();
  }

  async #openSegment(): Promise<Segment> {
    this.#lastTime = Math.max(this.#parts.now(), this.#lastTime + 1);
    const name = newSegmentName(this.#lastTime);
    await makeFolder(this.#parts.folder);
    return { name, file: await createFile(join(this.#parts.folder, name)), bytes: 0, records: 0 };
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
    this.#torn.add(segment.name);
    await segment.file.truncate(segment.bytes).catch(() => undefined);
    await this.#closeSegment().catch(() => undefined);
    if (segment.bytes === 0) await this.remove(segment.name).catch(() => undefined);
  }
}

const cannotKeep = (): AppError =>
  new AppError('unavailable', ['Events cannot be kept at the moment, try again later'], RETRY_AFTER_SECONDS);
