import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs';

/** Small, because the first steps of a search are far apart: 1 KiB keeps more of them than 4. */
const BLOCK_BYTES = 1_024;

/** 4 MiB of each file, of which only what was read takes memory. */
const BLOCKS = 4_096;

/** Identifies the content of a file: replacing or changing the file changes it. */
export const versionOfFile = ({ ino, size, mtimeMs }: Stats): string => [ino, size, mtimeMs].join(' ');

/**
 * Reads single bytes of a large file at any position. Some blocks are kept in memory, each in the one place that its number
 * gives: finding it takes less time than a list of the blocks that were used last.
 */
export class FileReader {
  readonly size: number;
  readonly version: string;
  readonly #file: number;
  readonly #memory = Buffer.allocUnsafeSlow(BLOCKS * BLOCK_BYTES);
  readonly #kept = new Int32Array(BLOCKS).fill(-1);

  constructor(path: string) {
    this.#file = openSync(path, 'r');
    const stats = fstatSync(this.#file);
    this.size = stats.size;
    this.version = versionOfFile(stats);
  }

  /** @throws RangeError beyond the end of the file */
  byteAt(position: number): number {
    if (!(position >= 0 && position < this.size)) throw new RangeError('the file ends before this position');
    const block = Math.floor(position / BLOCK_BYTES);
    const place = block % BLOCKS;
    if (this.#kept[place] !== block) this.#readBlock(block, place);
    return this.#memory[place * BLOCK_BYTES + (position % BLOCK_BYTES)] ?? 0;
  }

  bytesAt(position: number, length: number): Buffer {
    if (position + length > this.size) throw new RangeError('the file ends before these bytes');
    const bytes = Buffer.allocUnsafe(length);
    for (let index = 0; index < length; index += 1) bytes[index] = this.byteAt(position + index);
    return bytes;
  }

  /** Returns an unsigned number, most significant byte first. It is rounded when it has more than 53 bits. */
  numberAt(position: number, bytes: number): number {
    let number = 0;
    for (let index = 0; index < bytes; index += 1) number = number * 256 + this.byteAt(position + index);
    return number;
  }

  /** Returns whether what was read so far is the content of one version: the file was not overwritten since it was opened. */
  isIntact(): boolean {
    return versionOfFile(fstatSync(this.#file)) === this.version;
  }

  close(): void {
    closeSync(this.#file);
  }

  #readBlock(block: number, place: number): void {
    const position = block * BLOCK_BYTES;
    const length = Math.min(BLOCK_BYTES, this.size - position);
    this.#kept[place] = -1;
    const read = readSync(this.#file, this.#memory, place * BLOCK_BYTES, length, position);
    if (read < length) throw new RangeError('the file has become shorter');
    this.#kept[place] = block;
  }
}
