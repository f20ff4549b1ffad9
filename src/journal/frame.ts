import { crc32 } from 'node:zlib';
import type { GrowingBuffer } from '../growing-buffer.js';

const HEADER_BYTES = 8;

/** Writes a record as it stands in a segment: its length and its checksum, 4 bytes each, then its text. */
export function writeFrame(record: string, to: GrowingBuffer): void {
  const start = to.length;
  to.skip(HEADER_BYTES);
  to.set(start, to.write(record));
  to.set(start + 4, crc32(record));
}

/**
 * The records of a segment, up to the first that is not whole. Only the last append before a crash can be torn, and
 * it was never acknowledged. No record is empty: a length of zero is space that was never written.
 */
export function unframe(bytes: Uint8Array): readonly Buffer[] {
  const segment = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const records: Buffer[] = [];
  let offset = 0;
  while (offset + HEADER_BYTES <= segment.length) {
    const length = segment.readUInt32LE(offset);
    const end = offset + HEADER_BYTES + length;
    const record = segment.subarray(offset + HEADER_BYTES, end);
    if (length === 0 || end > segment.length || crc32(record) !== segment.readUInt32LE(offset + 4)) break;
    records.push(record);
    offset = end;
  }
  return records;
}
