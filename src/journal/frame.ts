import { crc32 } from 'node:zlib';
import type { GrowingBuffer } from '../lib/growing-buffer.js';

const HEADER_BYTES = 8;

/** What searching for whole frames may checksum, in multiples of a segment's size: hostile bytes cost no more. */
const MAX_SEARCH_FACTOR = 16;

/** Writes a record as it stands in a segment: its length and its checksum, 4 bytes each, then its text. */
export function writeFrame(record: string, to: GrowingBuffer): void {
  const start = to.length;
  to.skip(HEADER_BYTES);
  to.set(start, to.write(record));
  to.set(start + 4, crc32(record));
}

/** Bytes of a segment that are no whole frame. */
export interface Damage {
  readonly offset: number;
  readonly bytes: Buffer;
}

export interface Unframed {
  readonly records: readonly Buffer[];
  readonly damage: readonly Damage[];
}

export interface UnframeOptions {
  /**
   * Whether the process that wrote the segment may have died in the middle of its last append, which was never
   * acknowledged: what is left of it is no damage.
   */
  readonly mayBeTorn: boolean;
}

/**
 * Reads the records of a segment. What is damaged is passed over up to the next whole frame. Zeros at the end are no
 * damage: the file system has made room there that was never written.
 */
export function unframe(bytes: Uint8Array, { mayBeTorn }: UnframeOptions): Unframed {
  const segment = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const search = { left: MAX_SEARCH_FACTOR * segment.length };
  const records: Buffer[] = [];
  const damage: Damage[] = [];
  let offset = 0;
  while (offset < segment.length) {
    const record = recordAt(segment, offset);
    if (record !== undefined) {
      records.push(record);
      offset += HEADER_BYTES + record.length;
      continue;
    }
    const next = nextFrame(segment, offset + 1, search);
    const lost = segment.subarray(offset, next);
    const isTail = next === segment.length;
    if (!isTail || !(isZero(lost) || (mayBeTorn && isTorn(lost)))) damage.push({ offset, bytes: lost });
    offset = next;
  }
  return { records, damage };
}

/** The record whose whole frame starts at an offset. No record is empty: a length of zero is space that was never written. */
function recordAt(segment: Buffer, offset: number): Buffer | undefined {
  const length = lengthAt(segment, offset);
  if (length === undefined) return undefined;
  const record = segment.subarray(offset + HEADER_BYTES, offset + HEADER_BYTES + length);
  return crc32(record) === segment.readUInt32LE(offset + 4) ? record : undefined;
}

/** The length that a frame at an offset states, where so much is there. */
function lengthAt(segment: Buffer, offset: number): number | undefined {
  if (offset + HEADER_BYTES > segment.length) return undefined;
  const length = segment.readUInt32LE(offset);
  return length > 0 && offset + HEADER_BYTES + length <= segment.length ? length : undefined;
}

/** Where the next whole frame starts, or the segment ends. The text of a record holds no byte of zero, so no frame hides in it. */
function nextFrame(segment: Buffer, from: number, search: { left: number }): number {
  for (let offset = from; offset + HEADER_BYTES < segment.length; offset += 1) {
    const length = lengthAt(segment, offset);
    if (length === undefined) continue;
    search.left -= length;
    if (search.left < 0) break;
    if (recordAt(segment, offset) !== undefined) return offset;
  }
  return segment.length;
}

const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);

/** A frame that the file ends in, or that was not written up to its end. */
function isTorn(bytes: Buffer): boolean {
  const length = lengthAt(bytes, 0);
  return length === undefined || bytes.subarray(HEADER_BYTES, HEADER_BYTES + length).includes(0);
}
