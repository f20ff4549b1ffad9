import { LRUCache } from 'lru-cache';
import { FileReader } from '../../lib/file-reader.js';
import { type Address, toBytes } from '../../lib/ip-address.js';
import { MmdbFields } from './mmdb-fields.js';

const METADATA_START = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const MAX_METADATA_BYTES = 128 * 1_024;

/** Zeros between the tree and the records. */
const SEPARATOR_BYTES = 16;

/** IPv4 addresses are the last 32 bits of IPv6 addresses that begin with this many zeros. */
const IPV4_PREFIX = 96;

/** Cached by their position, because many addresses share a record. */
const MAX_CACHED_RECORDS = 5_000;

interface Metadata {
  readonly nodes: number;
  /** Bits of each of a node's two numbers. */
  readonly bits: number;
  readonly ipVersion: number;
  readonly builtAt: Date;
}

/**
 * A geographic database in MaxMind's format (https://maxmind.github.io/MaxMind-DB/): a binary tree of the bits of addresses,
 * whose leaves are positions of records. Only what a look-up needs is read from the file: about four blocks for an address
 * that is unlike the last ones, fewer for others.
 */
export class Mmdb {
  readonly builtAt: Date;
  readonly version: string;
  readonly #file: FileReader;
  readonly #metadata: Metadata;
  readonly #nodeBytes: number;
  readonly #treeBytes: number;
  readonly #ipv4Root: number;
  readonly #records = new LRUCache<number, { readonly value: unknown }>({ max: MAX_CACHED_RECORDS });

  /** @throws Error when the file cannot be read, or is not a complete database */
  constructor(path: string) {
    this.#file = new FileReader(path);
    try {
      this.#metadata = readMetadata(this.#file);
      this.#nodeBytes = this.#metadata.bits / 4;
      this.#treeBytes = this.#metadata.nodes * this.#nodeBytes;
      this.#ipv4Root = this.#metadata.ipVersion === 6 ? this.#walk(0, Array<number>(IPV4_PREFIX / 8).fill(0)) : 0;
    } catch (error) {
      this.#file.close();
      throw error;
    }
    this.builtAt = this.#metadata.builtAt;
    this.version = this.#file.version;
  }

  /** @throws RangeError where the file is damaged */
  find(address: Address): unknown {
    const { nodes, ipVersion } = this.#metadata;
    // TRICKY: in a database of IPv4 addresses, the first 32 bits of an IPv6 one would lead to another place.
    if (address.family === 'ipv6' && ipVersion === 4) return undefined;
    const found = this.#walk(address.family === 'ipv4' ? this.#ipv4Root : 0, toBytes(address));
    if (found <= nodes) return undefined;
    return this.#readRecord(this.#treeBytes + found - nodes);
  }

  #readRecord(position: number): unknown {
    const cached = this.#records.get(position);
    if (cached !== undefined) return cached.value;
    const value = new MmdbFields(this.#file, this.#treeBytes + SEPARATOR_BYTES, position).read();
    this.#records.set(position, { value });
    return value;
  }

  isIntact(): boolean {
    return this.#file.isIntact();
  }

  close(): void {
    this.#file.close();
  }

  /** Follows the bits to a node, or to a number beyond the nodes where the tree ends earlier. */
  #walk(root: number, bytes: readonly number[]): number {
    let node = root;
    for (const byte of bytes) {
      for (let bit = 7; bit >= 0 && node < this.#metadata.nodes; bit -= 1) node = this.#child(node, (byte >> bit) & 1);
    }
    return node;
  }

  /** Reads one of the two numbers of a node. With 28 bits each, they share the byte in the middle. */
  #child(node: number, side: number): number {
    const position = node * this.#nodeBytes;
    const bytes = this.#metadata.bits >> 3;
    const number = this.#file.numberAt(position + side * (this.#nodeBytes - bytes), bytes);
    if (this.#metadata.bits !== 28) return number;
    const middle = this.#file.byteAt(position + bytes);
    return (side === 0 ? middle >> 4 : middle & 15) * 2 ** 24 + number;
  }
}

/** Metadata are the end of the file, so a truncated file has none. */
function readMetadata(file: FileReader): Metadata {
  const length = Math.min(MAX_METADATA_BYTES, file.size);
  const found = file.bytesAt(file.size - length, length).lastIndexOf(METADATA_START);
  if (found < 0) throw new Error('not a complete .mmdb database');
  const markAt = file.size - length + found;
  const start = markAt + METADATA_START.length;
  const fields = new Map(Object.entries(new MmdbFields(file, start, start).read() ?? {}));
  const number = (name: string) => Number(fields.get(name));
  const [nodes, bits, ipVersion] = [number('node_count'), number('record_size'), number('ip_version')];
  const isKnown = nodes > 0 && [24, 28, 32].includes(bits) && [4, 6].includes(ipVersion);
  if (!isKnown || (nodes * bits) / 4 + SEPARATOR_BYTES > markAt) throw new Error('not a complete .mmdb database');
  return { nodes, bits, ipVersion, builtAt: new Date(number('build_epoch') * 1_000) };
}
