import { createGzip, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readBody } from '../../src/history/import/body.js';

const LIMITS = { maxIdleMs: 100_000_000, maxBodyMs: 100_000_000 };
const MEGABYTE = 1024 * 1024;

interface Given {
  readonly stream: ReadableStream<Uint8Array>;
  readonly contentEncoding?: string;
  readonly signal?: AbortSignal;
}

const open = ({ stream, contentEncoding, signal = new AbortController().signal }: Given, limits = LIMITS) =>
  readBody({ stream, contentEncoding, signal }, limits);

/** Counts what comes out before the body ends or fails. */
async function read(body: AsyncIterable<Uint8Array>) {
  let bytes = 0;
  let largest = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      largest = Math.max(largest, chunk.length);
    }
  } catch (error) {
    return { bytes, largest, error: (error as Error).message };
  }
  return { bytes, largest };
}

const streamOf = (chunk: Buffer) => new Blob([new Uint8Array(chunk)]).stream();

/** A body that brings these chunks, and then nothing. */
const silentAfter = (...chunks: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
    },
  });

async function compressed(bytes: number): Promise<Buffer> {
  const gzip = createGzip({ level: 9 });
  const packed: Buffer[] = [];
  gzip.on('data', (chunk: Buffer) => packed.push(chunk));
  for (let made = 0; made < bytes; made += MEGABYTE) {
    await new Promise((resolve) => gzip.write(Buffer.alloc(MEGABYTE, '\n'), resolve));
  }
  await new Promise((resolve) => gzip.once('end', resolve).end());
  return Buffer.concat(packed);
}

test('large chunks are handed on in small ones', async () => {
  const body = Buffer.alloc(3 * MEGABYTE, 'x');
  const whole = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(body);
      controller.close();
    },
  });
  expect(await read(open({ stream: whole }))).toEqual({ bytes: body.length, largest: 16_384 });
  const packed = streamOf(gzipSync(body));
  expect(await read(open({ stream: packed, contentEncoding: 'gzip' }))).toEqual({
    bytes: body.length,
    largest: 16_384,
  });
});

test('a small body may expand as it likes, a large one to two hundred times its size', async () => {
  const small = streamOf(await compressed(60 * MEGABYTE));
  expect(await read(open({ stream: small, contentEncoding: 'gzip' }))).toMatchObject({ bytes: 60 * MEGABYTE });
  const packed = await compressed(110 * MEGABYTE);
  const { bytes, error } = await read(open({ stream: streamOf(packed), contentEncoding: 'gzip' }));
  expect(error).toMatch(/^The body expands to more than 200 times its size/);
  expect(bytes).toBeLessThanOrEqual(64 * MEGABYTE + 200 * packed.length);
});

test.each([undefined, 'gzip'])('a body that brings nothing for long is refused: %s', async (contentEncoding) => {
  const packed = gzipSync('some lines');
  const stream = silentAfter(packed.subarray(0, 12));
  const given = { stream, ...(contentEncoding && { contentEncoding }) };
  expect((await read(open(given, { ...LIMITS, maxIdleMs: 10 }))).error).toMatch(/^The body took too long to come in/);
});

test('a body that never ends is refused, however steadily it comes', async () => {
  const endless = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      controller.enqueue(Buffer.from('\n'));
    },
  });
  const { error } = await read(open({ stream: endless }, { ...LIMITS, maxBodyMs: 30 }));
  expect(error).toMatch(/^The body took too long to come in/);
});

test.each([undefined, 'gzip'])('reading ends when the client goes away: %s', async (contentEncoding) => {
  const client = new AbortController();
  const stream = silentAfter(gzipSync('some lines').subarray(0, 12));
  const reading = read(open({ stream, signal: client.signal, ...(contentEncoding && { contentEncoding }) }));
  client.abort();
  expect((await reading).error).toBe('The client went away: nothing was imported');
});
