import { type FileHandle, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createFile, makeFolder, renameDurably } from '../../lib/durable-files.js';
import { AppError } from '../../lib/errors.js';
import { Group } from './group.js';
import { isSegmentName, newSegmentName, timeOfSegment } from './segment-name.js';
import { SegmentRegister } from './segment-register.js';

/** A segment that grows past this is closed at any age, so that a block stays small. */
const SEGMENT_BYTES = 8 * 1024 * 1024;

/** Rows can be many times longer than their records. */
const MAX_SEGMENT_RECORDS = 10_000;

const RETRY_AFTER_SECONDS = 10;

/** The steps of a group of records: written, then synced to disk. */
export type JournalStep = 'appended' | 'synced';

export interface JournalDeps {
  readonly folder: string;
  readonly registerFolder: string;
  /** Of all segments on disk. */
  readonly maxBytes: number;
  readonly now: () => number;
  readonly onStep: (step: JournalStep) => void;
}

interface Segment {
  readonly name: string;
  readonly file: FileHandle;
  bytes: number;
  records: number;
}

/**
 * The durable log in front of ClickHouse. A record is on disk when its `append` resolves. Segments of records are closed in
 * order, read by the block writer, and removed once ClickHouse has them.
 */
export class Journal {
  readonly #deps: JournalDeps;
  /** The closed segments and their bytes, the oldest first. */
  readonly #closed: Map<string, number>;
  #open: Segment | undefined;
  #lastTime = 0;
  /** The open segment included. */
  #bytes: number;
  /** Records that arrived since the last group's write began. */
  #waiting: Group | undefined;
  /** Bytes of earlier groups that are not on disk yet. */
  #queuedBytes = 0;
  readonly #register: SegmentRegister;
  /** The one queue of all work on the open segment. */
  #work: Promise<void> = Promise.resolve();
  /** Epoch milliseconds; undefined once anything has changed since the refusal. */
  #refusedAt: number | undefined;

  private constructor(deps: JournalDeps, register: SegmentRegister, closed: ReadonlyMap<string, number>) {
    this.#deps = deps;
    this.#register = register;
    this.#closed = new Map(closed);
    this.#bytes = [...closed.values()].reduce((sum, size) => sum + size, 0);
  }

  /** Segments of an earlier process are closed, and read first. */
  static async open(deps: JournalDeps): Promise<Journal> {
    const { folder } = deps;
    await makeFolder(folder);
    const register = await SegmentRegister.open(deps.registerFolder);
    const names = (await readdir(folder)).filter(isSegmentName).sort();
    const sizes = await Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).size] as const));
    return new Journal(deps, register, new Map(sizes));
  }

  /** Bytes on disk that ClickHouse does not have yet. */
  get bytes(): number {
    return this.#bytes;
  }

  /** An estimate: the next record may still be refused. */
  get accepts(): boolean {
    if (this.#refusedAt === undefined) return true;
    // With an empty journal, no insert into ClickHouse will free space, so the next record is tried.
    return this.#bytes === 0 && this.#deps.now() >= this.#refusedAt + RETRY_AFTER_SECONDS * 1000;
  }

  /** Epoch milliseconds; undefined when the journal is empty. */
  get oldest(): number | undefined {
    return this.oldestExcept(() => false);
  }

  /** Like `oldest`, without the segments that are left out. */
  oldestExcept(isLeftOut: (segment: string) => boolean): number | undefined {
    for (const name of this.#closed.keys()) if (!isLeftOut(name)) return timeOfSegment(name);
    return this.#open === undefined ? undefined : timeOfSegment(this.#open.name);
  }

  /**
   * Resolves when the records are on disk, after one `fdatasync` for all records of their group.
   *
   * @param records well-formed texts, not empty; kept or refused together
   *
   * @throws AppError `unavailable` when the disk allowance is used up or the disk refuses the write.
   */
  append(...records: readonly string[]): Promise<void> {
    const group = this.#waiting ?? new Group();
    if (!group.add(records, this.#deps.maxBytes - this.#bytes - this.#queuedBytes)) {
      this.#refusedAt = this.#deps.now();
      return Promise.reject(cannotKeep());
    }
    if (this.#waiting === undefined) {
      this.#waiting = group;
      this.#work = this.#work.then(() => this.#writeGroup(group));
    }
    if (group.isFull) this.#endGroup(group);
    return group.kept;
  }

  /** Closes the open segment if it has records, and lists all closed ones, the oldest first. */
  async closedSegments(): Promise<readonly string[]> {
    const closing = this.#work.then(() => this.#closeSegment());
    this.#work = closing.catch(() => undefined);
    await closing;
    return [...this.#closed.keys()];
  }

  has(name: string): boolean {
    return this.#closed.has(name);
  }

  /** The segments of an earlier process whose files were removed from outside. */
  get missing(): readonly string[] {
    return [...this.#register.all.keys()].filter((name) => !this.#closed.has(name) && name !== this.#open?.name);
  }

  /** `syncedBytes` are known to have been on disk. */
  async read(name: string): Promise<{ readonly bytes: Buffer; readonly syncedBytes: number }> {
    return {
      bytes: await readFile(join(this.#deps.folder, name)),
      syncedBytes: this.#register.all.get(name) ?? 0,
    };
  }

  /** Adds a file of frames as a closed segment. It must be on the same file system, and its name must never be reused. */
  async adopt(path: string, name: string): Promise<void> {
    const { size } = await stat(path);
    await makeFolder(this.#deps.folder);
    await renameDurably(path, join(this.#deps.folder, name));
    await this.#register.add(name);
    await this.#register.close(name, size);
    this.#closed.set(name, size);
    this.#bytes += size;
  }

  /** Segments may be gone already, so that it can be repeated after a crash. */
  async remove(...names: readonly string[]): Promise<void> {
    await this.#register.remove(names);
    for (const name of names) {
      await rm(join(this.#deps.folder, name), { force: true });
      this.#refusedAt = undefined;
      this.#bytes -= this.#closed.get(name) ?? 0;
      this.#closed.delete(name);
    }
  }

  async close(): Promise<void> {
    await this.closedSegments();
  }

  /** Writes one group. Closing the segment is queued between groups, so a steady stream of records cannot delay it. */
  async #writeGroup(group: Group): Promise<void> {
    // Pending requests are read first, so that the sync covers all of them and not only the first.
    await setImmediate();
    this.#endGroup(group);
    const { length } = group.bytes;
    try {
      await this.#write(group);
      this.#refusedAt = undefined;
      group.resolve();
    } catch {
      await this.#abandonSegment();
      this.#refusedAt = this.#deps.now();
      group.reject(cannotKeep());
    } finally {
      this.#queuedBytes -= length;
    }
  }

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
    this.#deps.onStep('appended');
    await segment.file.datasync();
    // Data written to a deleted file is lost at the next start.
    if ((await segment.file.stat()).nlink === 0) throw new Error('the segment was removed');
    this.#deps.onStep('synced');
    segment.bytes += bytes.length;
    segment.records += records;
    this.#bytes += bytes.length;
    if (segment.bytes >= SEGMENT_BYTES || segment.records >= MAX_SEGMENT_RECORDS) await this.#closeSegment();
  }

  async #openSegment(): Promise<Segment> {
    this.#lastTime = Math.max(this.#deps.now(), this.#lastTime + 1);
    const name = newSegmentName(this.#lastTime);
    await makeFolder(this.#deps.folder);
    const file = await createFile(join(this.#deps.folder, name));
    await this.#register.add(name);
    return { name, file, bytes: 0, records: 0 };
  }

  async #closeSegment(): Promise<void> {
    const segment = this.#open;
    if (segment === undefined) return;
    this.#open = undefined;
    this.#closed.set(segment.name, segment.bytes);
    await this.#register.close(segment.name, segment.bytes);
    await segment.file.close();
  }

  /** Cuts the end of the segment after a failed write, if the disk allows it: its events were refused. */
  async #abandonSegment(): Promise<void> {
    const segment = this.#open;
    if (segment === undefined) return;
    await segment.file.truncate(segment.bytes).catch(() => undefined);
    await this.#closeSegment().catch(() => undefined);
    if (segment.bytes === 0) await this.remove(segment.name).catch(() => undefined);
  }
}

const cannotKeep = (): AppError =>
  new AppError('unavailable', ['Events cannot be kept at the moment, try again later'], RETRY_AFTER_SECONDS);
