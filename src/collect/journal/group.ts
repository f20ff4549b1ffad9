import { GrowingBuffer } from '../../lib/growing-buffer.js';
import { writeFrame } from './frame.js';

/** A group larger than this takes no more records, so that a slow disk does not lead to large segments. */
const MAX_BYTES = 1024 * 1024;

/** Records that are written together, and kept or refused together. */
export class Group {
  readonly #frames = new GrowingBuffer();
  #records = 0;
  readonly kept: Promise<void>;
  resolve!: () => void;
  reject!: (error: unknown) => void;

  constructor() {
    this.kept = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  get bytes(): Buffer {
    return this.#frames.bytes();
  }

  get records(): number {
    return this.#records;
  }

  get isFull(): boolean {
    return this.#frames.length >= MAX_BYTES;
  }

  /** Adds all records or, when the group would become larger than `mostBytes`, returns false. */
  add(records: readonly string[], mostBytes: number): boolean {
    const { length } = this.#frames;
    for (const record of records) writeFrame(record, this.#frames);
    if (this.#frames.length > mostBytes) {
      this.#frames.truncate(length);
      return false;
    }
    this.#records += records.length;
    return true;
  }
}
