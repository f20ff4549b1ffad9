import { setImmediate as nextTurn } from 'node:timers/promises';
import { cityHash128 } from './city-hash.js';

/** ClickHouse's default frame size. A frame takes a few milliseconds. */
const FRAME_BYTES = 1024 * 1024;

const LZ4 = 0x82;
const HEADER_BYTES = 9;
const CHECKSUM_BYTES = 16;

/**
 * Yields the bytes in ClickHouse's compressed frames, as clients ask for with `compress=1`: checksum, method, sizes,
 * data. The data is an LZ4 block of uncompressed literals, which takes no time: the connection is rarely the
 * bottleneck.
 */
export async function* toFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < FRAME_BYTES) continue;
    const bytes = Buffer.concat(waiting);
    let start = 0;
    for (; bytes.length - start >= FRAME_BYTES; start += FRAME_BYTES) {
      yield toFrame(bytes.subarray(start, start + FRAME_BYTES));
      await nextTurn();
    }
    waiting = [bytes.subarray(start)];
    length = bytes.length - start;
  }
  if (length > 0) yield toFrame(Buffer.concat(waiting));
}

function toFrame(data: Buffer): Buffer {
  const lengths = literalLengths(data.length);
  const size = HEADER_BYTES + lengths.length + data.length;
  const frame = Buffer.alloc(CHECKSUM_BYTES + size);
  frame[CHECKSUM_BYTES] = LZ4;
  frame.writeUInt32LE(size, CHECKSUM_BYTES + 1);
  frame.writeUInt32LE(data.length, CHECKSUM_BYTES + 5);
  lengths.copy(frame, CHECKSUM_BYTES + HEADER_BYTES);
  data.copy(frame, CHECKSUM_BYTES + HEADER_BYTES + lengths.length);
  const [low, high] = cityHash128(frame.subarray(CHECKSUM_BYTES));
  frame.writeBigUInt64LE(low, 0);
  frame.writeBigUInt64LE(high, 8);
  return frame;
}

/**
 * The beginning of an LZ4 block that is one sequence of literals. See
 * https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md
 */
function literalLengths(length: number): Buffer {
  if (length < 15) return Buffer.from([length << 4]);
  const rest = length - 15;
  return Buffer.from([0xf0, ...Array<number>(Math.floor(rest / 255)).fill(255), rest % 255]);
}
