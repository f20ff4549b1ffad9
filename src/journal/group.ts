import { GrowingBuffer } from '../growing-buffer.js';
import { writeFrame } from './frame.js';

/** Records that are written at once, and kept or refused together. */
export class Group {
  readonly #frames = new GrowingBuffer();
  /** Resolves when all of them are on disk. */
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

  /** Takes the record, unless the group would be larger than `mostBytes` with it. */
  add(record: string, mostBytes: number): boolean {
    const { length } = this.#frames;
    writeFrame(record, this.#frames);
    if (this.#frames.length <= mostBytes) return true;
    this.#frames.truncate(length);
    return false;
  }
}
