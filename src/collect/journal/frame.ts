import { crc32 } from 'node:zlib';
import type { GrowingBuffer } from '../../lib/growing-buffer.js';

const HEADER_BYTES = 8;

/**
 * Limits the bytes that the search for whole frames checksums, as a multiple of the segment's size, so that crafted
 * bytes cannot make it slow.
 */
const MAX_SEARCH_FACTOR = 16;

/** Writes a record as a frame: its length and its checksum, 4 bytes each, then its text. */
export function writeFrame(record: string, to: GrowingBuffer): void {
  const start = to.length;
  to.skip(HEADER_BYTES);
  to.set(start, to.write(record));
  to.set(start + 4, crc32(record));
}

/** Bytes of a segment that are not a whole frame. */
export interface Damage {
  readonly offset: number;
  readonly bytes: Buffer;
  /** Bytes that were on disk and that the file no longer has, at its end. */
  readonly missing?: number;
}

export interface Unframed {
  readonly records: readonly Buffer[];
  readonly damage: readonly Damage[];
}

export interface UnframeOptions {
  /**
   * Bytes of the segment known to have been synced; 0 if unknown. The writer may have died during the append that comes
   * after them, which was never acknowledged: an incomplete frame there is not reported as damage.
   */
  readonly syncedBytes: number;
}

/**
 * Reads the records of a segment. Damaged bytes are skipped up to the next whole frame. Zeros at the end
 * are not damage either: the file system allocated that space, but it was never written.
 */
export function unframe(bytes: Uint8Array, { syncedBytes }: UnframeOptions): Unframed {
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
    const wasWritten = next < segment.length || offset < syncedBytes;
    if (wasWritten || !(isZero(lost) || isTorn(lost))) damage.push({ offset, bytes: lost });
    offset = next;
  }
  const missing = syncedBytes - segment.length;
  if (missing > 0) damage.push({ offset: segment.length, bytes: segment.subarray(segment.length), missing });
  return { records, damage };
}

/** No record is empty: a length of zero is unwritten space. */
function recordAt(segment: Buffer, offset: number): Buffer | undefined {
  const length = lengthAt(segment, offset);
  if (length === undefined) return undefined;
  const record = segment.subarray(offset + HEADER_BYTES, offset + HEADER_BYTES + length);
  return crc32(record) === segment.readUInt32LE(offset + 4) ? record : undefined;
}

/** Undefined when the segment has fewer bytes than the frame states. */
function lengthAt(segment: Buffer, offset: number): number | undefined {
  if (offset + HEADER_BYTES > segment.length) return undefined;
  const length = segment.readUInt32LE(offset);
  return length > 0 && offset + HEADER_BYTES + length <= segment.length ? length : undefined;
}

/** Returns the start of the next whole frame, or the segment's end. A record's text has no zero byte, so no frame hides in it. */
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

/** The file ends within a frame, or a frame was not written to its end. */
function isTorn(bytes: Buffer): boolean {
  const length = lengthAt(bytes, 0);
  return length === undefined || bytes.subarray(HEADER_BYTES, HEADER_BYTES + length).includes(0);
}
