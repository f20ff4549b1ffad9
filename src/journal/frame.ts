import { crc32 } from 'node:zlib';

const HEADER_BYTES = 8;

/** A record as it stands in a segment: its length and its checksum, 4 bytes each, then its bytes. */
export function frame(record: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(HEADER_BYTES + record.length);
  framed.writeUInt32LE(record.length, 0);
  framed.writeUInt32LE(crc32(record), 4);
  framed.set(record, HEADER_BYTES);
  return framed;
}

/**
 * The records of a segment, up to the first that is not whole. Only the last append before a crash can be torn, and
 * it was never acknowledged. No record is empty: a length of zero is space that was never written.
 */
export function unframe(segment: Buffer): readonly Buffer[] {
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
