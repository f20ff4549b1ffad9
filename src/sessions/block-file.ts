import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { makeFolder, writeDurably } from '../lib/durable-files.js';

const SUFFIX = '.block';

/** A block's file begins with this, the checksum of what follows, and the length of its events, 4 bytes each. */
const MARK = Buffer.from('\0FB2');
const CHECKED_FROM = MARK.length + 4;
const HEADER_BYTES = CHECKED_FROM + 4;

/** Rows on their way into ClickHouse, a line each. */
export interface Block {
  /** Rows of `events`. */
  readonly events: Uint8Array;
  /** Rows of `daily_visitors`. */
  readonly counts: Uint8Array;
}

/** Finished blocks on their way into ClickHouse, named after the segments they were made of. */
export class BlockFiles {
  constructor(private readonly folder: string) {}

  /** The segments whose blocks are finished, the oldest first. */
  async segments(): Promise<readonly string[]> {
    // Somebody may remove the folder under a running process.
    await makeFolder(this.folder);
    const names = await readdir(this.folder);
    return names
      .filter((name) => name.endsWith(SUFFIX))
      .map((name) => name.slice(0, -SUFFIX.length))
      .sort();
  }

  /** Keeps a block. */
  async write(segment: string, { events, counts }: Block): Promise<void> {
    const file = Buffer.concat([Buffer.alloc(HEADER_BYTES), events, counts]);
    MARK.copy(file);
    file.writeUInt32LE(events.length, CHECKED_FROM);
    file.writeUInt32LE(crc32(file.subarray(CHECKED_FROM)), MARK.length);
    await makeFolder(this.folder);
    await writeDurably(this.#path(segment), file);
  }

  /** Reads a block; undefined when its file is damaged. */
  async read(segment: string): Promise<Block | undefined> {
    const file = await this.readFile(segment);
    if (file.length < HEADER_BYTES || !file.subarray(0, MARK.length).equals(MARK)) return undefined;
    if (crc32(file.subarray(CHECKED_FROM)) !== file.readUInt32LE(MARK.length)) return undefined;
    const end = HEADER_BYTES + file.readUInt32LE(CHECKED_FROM);
    return { events: file.subarray(HEADER_BYTES, end), counts: file.subarray(end) };
  }

  /** Reads a block's file as it is. */
  readFile(segment: string): Promise<Buffer> {
    return readFile(this.#path(segment));
  }

  remove(segment: string): Promise<void> {
    return rm(this.#path(segment), { force: true });
  }

  #path(segment: string): string {
    return join(this.folder, `${segment}${SUFFIX}`);
  }
}
