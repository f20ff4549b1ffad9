import { type FileHandle, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../errors.js';
import { createFile } from './files.js';
import { frame, unframe } from './frame.js';

/** A segment is closed when it grows past this, however young it is, so that a block stays small. */
const SEGMENT_BYTES = 8 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 10;
const SUFFIX = '.segment';

interface Waiting {
  readonly bytes: Buffer;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
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
  readonly #folder: string;
  readonly #maxBytes: number;
  #closed: readonly string[];
  #nextNumber: number;
  /** Bytes of all segments, the open one included. */
  #bytes: number;
  readonly #sizes: Map<string, number>;
  #open: Segment | undefined;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  /** The one chain of everything that touches the open segment. */
  #work: Promise<void> = Promise.resolve();
  #flushing = false;

  private constructor(folder: string, maxBytes: number, sizes: ReadonlyMap<string, number>) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#sizes = new Map(sizes);
    this.#closed = [...sizes.keys()];
    this.#bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    this.#nextNumber = 1 + Math.max(0, ...this.#closed.map((name) => Number(name.slice(0, -SUFFIX.length))));
  }

  /** Opens the journal of a folder. What an earlier process left there is closed, and read first. */
  static async open(folder: string, maxBytes: number): Promise<Journal> {
    await mkdir(folder, { recursive: true });
    const names = (await readdir(folder)).filter((name) => name.endsWith(SUFFIX)).sort();
    const sizes = await Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).size] as const));
    return new Journal(folder, maxBytes, new Map(sizes));
  }

  /** Bytes on disk that ClickHouse does not have yet. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Resolves when the record is on disk, after one `fdatasync` for all that came meanwhile.
   *
   * @throws Fault `unavailable` when the disk allowance is used up or the disk refuses.
   */
  append(record: Uint8Array): Promise<void> {
    const bytes = frame(record);
    if (this.#bytes + this.#waitingBytes + bytes.length > this.#maxBytes) return Promise.reject(cannotKeep());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ bytes, resolve, reject });
      this.#waitingBytes += bytes.length;
      if (this.#flushing) return;
      this.#flushing = true;
      this.#work = this.#work.then(() => this.#flush());
    });
  }

  /** Closes the open segment if it has records, and names all closed ones, the oldest first. */
  async closedSegments(): Promise<readonly string[]> {
    const closing = this.#work.then(() => this.#closeSegment());
    this.#work = closing.catch(() => undefined);
    await closing;
    return this.#closed;
  }

  async read(name: string): Promise<readonly Buffer[]> {
    return unframe(await readFile(join(this.#folder, name)));
  }

  /** Forgets a segment. One that is gone already is none to complain of: a crash may repeat this. */
  async remove(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true });
    this.#closed = this.#closed.filter((closed) => closed !== name);
    this.#bytes -= this.#sizes.get(name) ?? 0;
    this.#sizes.delete(name);
  }

  /** Resolves when everything appended is on disk. */
  async close(): Promise<void> {
    await this.closedSegments();
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      this.#waitingBytes = 0;
      try {
        await this.#write(group.map(({ bytes }) => bytes));
        for (const { resolve } of group) resolve();
      } catch {
        await this.#abandonSegment();
        for (const { reject } of group) reject(cannotKeep());
      }
    }
    this.#flushing = false;
  }

  async #write(buffers: readonly Buffer[]): Promise<void> {
    this.#open ??= await this.#openSegment();
    const segment = this.#open;
    const length = buffers.reduce((sum, buffer) => sum + buffer.length, 0);
    const { bytesWritten } = await segment.file.writev(buffers);
    if (bytesWritten < length) throw new Error('the disk is full');
    await segment.file.datasync();
    segment.bytes += length;
    this.#bytes += length;
    if (segment.bytes >= SEGMENT_BYTES) await this.#closeSegment();
  }

  async #openSegment(): Promise<Segment> {
    const name = `${String(this.#nextNumber++).padStart(16, '0')}${SUFFIX}`;
    return { name, file: await createFile(join(this.#folder, name)), bytes: 0 };
  }

  async #closeSegment(): Promise<void> {
    const segment = this.#open;
    if (segment === undefined) return;
    this.#open = undefined;
    this.#sizes.set(segment.name, segment.bytes);
    this.#closed = [...this.#closed, segment.name];
    await segment.file.close();
  }

  /** After a failed write the end of the segment is cut, as far as the disk lets us: its events were refused. */
  async #abandonSegment(): Promise<void> {
    const segment = this.#open;
    if (segment === undefined) return;
    await segment.file.truncate(segment.bytes).catch(() => undefined);
    await this.#closeSegment().catch(() => undefined);
  }
}

const cannotKeep = (): Fault =>
  new Fault('unavailable', ['Events cannot be kept at the moment, try again later'], RETRY_AFTER_SECONDS);
