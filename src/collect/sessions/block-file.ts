import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { makeFolder, writeDurably } from '../../lib/durable-files.js';

const SUFFIX = '.block';

/** First bytes of a block's file, followed by the checksum of the rest and the length of its events, 4 bytes each. */
const MARK = Buffer.from('\0FB3');
/** Marks files with rows of an earlier `daily_visitors`. Those counts are obsolete, so the rows are left out. */
const EARLIER_MARK = Buffer.from('\0FB2');
const CHECKED_FROM = MARK.length + 4;
const HEADER_BYTES = CHECKED_FROM + 4;

/** Rows to insert into ClickHouse, one per line. */
export interface Block {
  readonly events: Uint8Array;
  readonly counts: Uint8Array;
}

/** Finished blocks that wait for their insert, named after their segments. */
export class BlockFiles {
  constructor(private readonly folder: string) {}

  /** Oldest first. */
  async segments(): Promise<readonly string[]> {
    // The folder may be removed under a running process.
    await makeFolder(this.folder);
    const names = await readdir(this.folder);
    return names
      .filter((name) => name.endsWith(SUFFIX))
      .map((name) => name.slice(0, -SUFFIX.length))
      .sort();
  }

  async write(segment: string, { events, counts }: Block): Promise<void> {
    const file = Buffer.concat([Buffer.alloc(HEADER_BYTES), events, counts]);
    MARK.copy(file);
    file.writeUInt32LE(events.length, CHECKED_FROM);
    file.writeUInt32LE(crc32(file.subarray(CHECKED_FROM)), MARK.length);
    await makeFolder(this.folder);
    await writeDurably(this.#path(segment), file);
  }

  /** Undefined when the file is damaged. */
  async read(segment: string): Promise<Block | undefined> {
    const file = await this.readFile(segment);
    const mark = file.subarray(0, MARK.length);
    if (file.length < HEADER_BYTES || !(mark.equals(MARK) || mark.equals(EARLIER_MARK))) return undefined;
    if (crc32(file.subarray(CHECKED_FROM)) !== file.readUInt32LE(MARK.length)) return undefined;
    const end = HEADER_BYTES + file.readUInt32LE(CHECKED_FROM);
    return { events: file.subarray(HEADER_BYTES, end), counts: file.subarray(mark.equals(MARK) ? end : file.length) };
  }

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
