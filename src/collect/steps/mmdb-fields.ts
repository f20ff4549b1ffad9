import type { FileReader } from '../../lib/file-reader.js';

/** Types of fields. The contents of others, such as coordinates, are skipped. */
const POINTER = 1;
const TEXT = 2;
const UINT16 = 5;
const UINT32 = 6;
const MAP = 7;
const UINT64 = 9;
const ARRAY = 11;
const BOOLEAN = 14;

/** Types from here on do not fit in three bits: a byte follows. */
const FIRST_LONG_TYPE = 7;

/** Larger sizes do not fit in five bits: one, two or three more bytes follow, added to these numbers. */
const FIRST_LONG_SIZE = 29;
const LONG_SIZE_STARTS = [29, 285, 65_821] as const;

/** Offsets added to pointers of one to four bytes. */
const POINTER_STARTS = [0, 2_048, 526_336, 0] as const;

/** A record of a damaged file can contain itself, or a text of half the file. */
const MAX_FIELDS = 2_000;
const MAX_TEXT_BYTES = 65_536;

/** Reads the fields of a record of an `.mmdb` file: texts, unsigned numbers, booleans, maps and arrays. */
export class MmdbFields {
  readonly #file: FileReader;
  readonly #start: number;
  #position: number;
  #fields = 0;

  /**
   * @param start position from which pointers count
   * @param position of the record
   */
  constructor(file: FileReader, start: number, position: number) {
    this.#file = file;
    this.#start = start;
    this.#position = position;
  }

  /**
   * Reads the next field with the fields in it.
   *
   * @throws RangeError where the file is damaged
   */
  read(): unknown {
    this.#fields += 1;
    if (this.#fields > MAX_FIELDS) throw new RangeError('the record has too many fields');
    const control = this.#number(1);
    const type = control >> 5 || this.#number(1) + FIRST_LONG_TYPE;
    if (type === POINTER) return this.#readPointer(control);
    const size = this.#readSize(control & 31);
    switch (type) {
      case MAP:
        return this.#readMap(size);
      case ARRAY:
        return this.#readArray(size);
      case TEXT:
        return this.#readText(size);
      case UINT16:
      case UINT32:
      case UINT64:
        return this.#number(size);
      case BOOLEAN:
        return size === 1;
      default:
        this.#position += size;
        return undefined;
    }
  }

  /** Reads the field at a pointer, and continues after the pointer. */
  #readPointer(control: number): unknown {
    const kind = (control >> 3) & 3;
    // The pointer's first three bits are in the control byte, except for the longest kind.
    const first = kind === 3 ? 0 : (control & 7) * 256 ** (kind + 1);
    const target = first + this.#number(kind + 1) + (POINTER_STARTS[kind] ?? 0);
    const next = this.#position;
    this.#position = this.#start + target;
    const value = this.read();
    this.#position = next;
    return value;
  }

  #readSize(size: number): number {
    const start = LONG_SIZE_STARTS[size - FIRST_LONG_SIZE];
    return start === undefined ? size : start + this.#number(size - FIRST_LONG_SIZE + 1);
  }

  #readMap(size: number): unknown {
    const map: [name: string, value: unknown][] = [];
    for (let index = 0; index < size; index += 1) map.push([String(this.read()), this.read()]);
    return Object.fromEntries(map);
  }

  #readArray(size: number): unknown {
    const array: unknown[] = [];
    for (let index = 0; index < size; index += 1) array.push(this.read());
    return array;
  }

  #readText(size: number): string {
    if (size > MAX_TEXT_BYTES) throw new RangeError('the record has a text that is too long');
    const text = this.#file.bytesAt(this.#position, size).toString('utf8');
    this.#position += size;
    return text;
  }

  #number(bytes: number): number {
    const number = this.#file.numberAt(this.#position, bytes);
    this.#position += bytes;
    return number;
  }
}
