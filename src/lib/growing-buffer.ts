const FIRST_BYTES = 64 * 1024;

/** A UTF-16 unit takes at most this many bytes in UTF-8. */
const MAX_BYTES_A_UNIT = 3;

/** Collects text as bytes outside of the heap: many strings on the heap would be garbage-collected repeatedly. */
export class GrowingBuffer {
  #bytes: Buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** A view of this buffer's memory, valid until the next write. */
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Writes well-formed text as UTF-8, and returns the number of bytes. */
  write(text: string): number {
    this.#makeRoom(text.length * MAX_BYTES_A_UNIT);
    const written = this.#bytes.write(text, this.#length);
    this.#length += written;
    return written;
  }

  /** Reserves bytes for a later `set`. */
  skip(bytes: number): void {
    this.#makeRoom(bytes);
    this.#length += bytes;
  }

  /** Sets 4 reserved bytes, little-endian. */
  set(offset: number, value: number): void {
    this.#bytes.writeUInt32LE(value, offset);
  }

  truncate(length: number): void {
    this.#length = Math.min(this.#length, length);
  }

  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
