import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs';

/** Small, because a search's first steps are far apart: blocks of 1 KiB keep more of them than blocks of 4 KiB. */
const BLOCK_BYTES = 1_024;

/** At most 4 MiB of each file; only blocks that were read take memory. */
const BLOCKS = 4_096;

/** Changes when the file is replaced or modified. */
export const versionOfFile = ({ ino, size, mtimeMs }: Stats): string => [ino, size, mtimeMs].join(' ');

/**
 * Reads single bytes of a large file at any position. Blocks are cached in a slot determined by their number, which is
 * faster to find than in an LRU list.
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

  /** Unsigned, most significant byte first. Rounded above 53 bits. */
  numberAt(position: number, bytes: number): number {
    let number = 0;
    for (let index = 0; index < bytes; index += 1) number = number * 256 + this.byteAt(position + index);
    return number;
  }

  /** False when the file was overwritten since it was opened: what was read may mix two versions. */
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
