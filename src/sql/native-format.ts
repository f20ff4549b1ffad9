import { refused } from './reader-gate.js';

/**
 * The engine writes blocks of the format Native for protocol 0. Clients of clickhouse-go and clickhouse-connect name a
 * later protocol (`client_protocol_version`), whose blocks have more fields. See
 * https://clickhouse.com/docs/interfaces/formats/Native
 */

/** Precedes each block: not an overflow block, no bucket, end of the list. */
const BLOCK_INFO = Buffer.from([1, 0, 2, 0xff, 0xff, 0xff, 0xff, 0]);

/** From this protocol on, each column states whether it has a custom serialization. None has. */
const WITH_SERIALIZATION = 54_454;
const ORDINARY = Buffer.from([0]);

/** JSON columns are sent as text, because clients disagree on how to read JSON. */
const TEXT_TYPE = Buffer.from([6, ...Buffer.from('String')]);
const NOTHING = Buffer.alloc(0);

/** Bytes of each value. */
const SIZES: Readonly<Record<string, number>> = {
  ...{ Bool: 1, Int8: 1, UInt8: 1, Enum8: 1, Nothing: 1 },
  ...{ Int16: 2, UInt16: 2, Enum16: 2, Date: 2, BFloat16: 2 },
  ...{ Int32: 4, UInt32: 4, Float32: 4, Date32: 4, DateTime: 4, Time: 4, IPv4: 4 },
  ...{ Int64: 8, UInt64: 8, Float64: 8, DateTime64: 8, Time64: 8 },
  ...{ Int128: 16, UInt128: 16, UUID: 16, IPv6: 16, Int256: 32, UInt256: 32 },
};

/** The bytes end inside a block. */
class Incomplete extends Error {}

/**
 * Yields the blocks of a result as a client of that protocol reads them.
 *
 * @throws ReaderError for a column of an unsupported type
 */
export async function* reframeNative(chunks: AsyncIterable<Uint8Array>, protocol: number): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let [length, enough] = [0, 0];
  for await (const chunk of chunks) {
    waiting.push(chunk);
    length += chunk.length;
    // An incomplete block is retried once the buffer has doubled: each byte is copied and scanned twice on average.
    if (length < enough) continue;
    const { framed, rest } = reframeBlocks(Buffer.concat(waiting), protocol);
    if (framed.length > 0) yield framed;
    waiting = [rest];
    length = rest.length;
    enough = length * 2;
  }
  const { framed, rest } = reframeBlocks(Buffer.concat(waiting), protocol);
  if (rest.length > 0) throw new Error('a block of the format Native is cut off');
  if (framed.length > 0) yield framed;
}

function reframeBlocks(bytes: Buffer, protocol: number) {
  const pieces: Buffer[] = [];
  let end = 0;
  try {
    while (end < bytes.length) {
      const walk = new BlockWalk(bytes, end);
      pieces.push(...walk.reframe(protocol));
      end = walk.position;
    }
  } catch (error) {
    if (!(error instanceof Incomplete)) throw error;
  }
  return { framed: Buffer.concat(pieces), rest: bytes.subarray(end) };
}

class BlockWalk {
  constructor(
    private readonly bytes: Buffer,
    public position: number,
  ) {}

  reframe(protocol: number): readonly Buffer[] {
    const pieces: Buffer[] = [BLOCK_INFO];
    const start = this.position;
    const [columns, rows] = [this.#varint(), this.#varint()];
    pieces.push(this.bytes.subarray(start, this.position));
    for (let column = 0; column < columns; column += 1) {
      const head = this.position;
      this.#text();
      const named = this.position;
      const type = parseType(this.#text());
      const isJson = type.name === 'JSON';
      pieces.push(this.bytes.subarray(head, isJson ? named : this.position), isJson ? TEXT_TYPE : NOTHING);
      if (protocol >= WITH_SERIALIZATION) pieces.push(ORDINARY);
      let data = this.position;
      if (rows > 0) {
        this.#prefix(type);
        if (isJson) data = this.position;
        this.#values(type, rows);
      }
      pieces.push(this.bytes.subarray(data, this.position));
    }
    return pieces;
  }

  #skip(length: number): void {
    this.position += length;
    if (this.position > this.bytes.length) throw new Incomplete();
  }

  #varint(): number {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = this.bytes[this.position];
      if (byte === undefined) throw new Incomplete();
      this.position += 1;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 128;
    }
  }

  #text(): string {
    const length = this.#varint();
    const start = this.position;
    this.#skip(length);
    return this.bytes.toString('utf8', start, this.position);
  }

  #integer(): bigint {
    const start = this.position;
    this.#skip(8);
    return this.bytes.readBigUInt64LE(start);
  }

  /** Precedes the values: a version for each dictionary in the type, and for JSON, which is sent as text. */
  #prefix({ name, inner }: Type): void {
    if (name === 'LowCardinality' || name === 'JSON') this.#skip(8);
    else for (const each of inner) this.#prefix(each);
  }

  #values(type: Type, rows: number): void {
    const { name, inner, size } = type;
    const [first, second] = inner;
    if (size !== undefined) this.#skip(size * rows);
    else if (name === 'String' || name === 'JSON') for (let row = 0; row < rows; row += 1) this.#skip(this.#varint());
    else if (name === 'Nullable' && first !== undefined) {
      this.#skip(rows);
      this.#values(first, rows);
    } else if (name === 'LowCardinality' && first !== undefined) this.#dictionary(first, rows);
    else if ((name === 'Array' || name === 'Map') && first !== undefined) {
      this.#skip(8 * (rows - 1));
      const items = Number(this.#integer());
      if (items === 0) return;
      this.#values(first, items);
      if (second !== undefined) this.#values(second, items);
    } else if (name === 'Tuple') for (const each of inner) this.#values(each, rows);
    else throw refused('A column of the type {type} cannot be sent as Native', 48, 'NOT_IMPLEMENTED', { type: name });
  }

  #dictionary(type: Type, rows: number): void {
    if (rows === 0) return;
    const indexSize = 1 << Number(this.#integer() & 0xffn);
    const keys = Number(this.#integer());
    const plain = type.name === 'Nullable' ? type.inner[0] : type;
    if (plain !== undefined && keys > 0) this.#values(plain, keys);
    this.#skip(Number(this.#integer()) * indexSize);
  }
}

/** The facts of a type that locate its values. */
interface Type {
  readonly name: string;
  readonly inner: readonly Type[];
  /** Bytes of a value, when all values have the same size. */
  readonly size?: number;
}

function parseType(text: string): Type {
  const [, name = '', inside = ''] = /^(\w+)(?:\(([\s\S]*)\))?$/.exec(text) ?? [];
  const size = SIZES[name] ?? (name.startsWith('Interval') ? 8 : undefined);
  if (size !== undefined) return { name, inner: [], size };
  const args = splitArguments(inside);
  if (name === 'FixedString') return { name, inner: [], size: Number(args[0]) };
  if (name === 'Decimal') return { name, inner: [], size: decimalSize(Number(args[0])) };
  if (name === 'SimpleAggregateFunction') return parseType(args[1] ?? '');
  if (name === 'Tuple') return { name, inner: args.map((each) => parseType(withoutName(each))) };
  return { name, inner: name === 'String' || name === 'JSON' ? [] : args.map(parseType) };
}

/** `digits` is the decimal's precision. */
function decimalSize(digits: number): number {
  if (digits <= 9) return 4;
  if (digits <= 18) return 8;
  return digits <= 38 ? 16 : 32;
}

/** A tuple's element may have a name before its type. */
const withoutName = (element: string): string =>
  /^(?:`(?:\\.|[^`\\])*`|[A-Za-z_]\w*) ([\s\S]+)$/.exec(element)?.[1] ?? element;

/** Splits at top-level commas, outside of brackets and quotes. */
function splitArguments(text: string): readonly string[] {
  const list: string[] = [];
  let [depth, current] = [0, ''];
  for (const [token] of text.matchAll(/'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|[\s\S]/g)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === ',' && depth === 0) {
      list.push(current.trim());
      current = '';
    } else current += token;
  }
  return current.trim() === '' ? list : [...list, current.trim()];
}
