import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { describe, expect, onTestFinished, test } from 'vitest';
import { httpServer } from '../../src/http/http-server.js';
import { answerText, encodeText, MIN_COMPRESSED_LENGTH, preferredCoding } from '../../src/http/server/compression.js';
import { logBrokenAnswers, streamed } from '../../src/http/server/streamed.js';
import { checkRows } from '../rows.js';

const LONG = JSON.stringify(Array.from({ length: 2_000 }, (_, index) => ({ page: `/café/${index}` })));

const decode: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: (bytes) => brotliDecompressSync(bytes),
  gzip: (bytes) => gunzipSync(bytes),
  identity: (bytes) => bytes,
};

async function* inPieces(text: string, size: number, read: (index: number) => void = () => {}) {
  for (let start = 0; start < text.length; start += size) {
    read(start / size);
    yield text.slice(start, start + size);
  }
}

test('a client is answered in the best coding that it accepts', () =>
  checkRows(
    [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['GZIP;q=0.5, br;q=0', 'gzip'],
      ['deflate', 'identity'],
      ['', 'identity'],
      [undefined, 'identity'],
    ],
    ([accepted, coding]) => {
      expect(preferredCoding(accepted)).toBe(coding);
    },
  ));

const app = new Hono();
app.get('/text/:length', (context) =>
  answerText(context, LONG.slice(0, Number(context.req.param('length'))), 200, { 'X-Other': 'kept' }),
);
app.get('/stream/:size', (context) => streamed(context, inPieces(LONG, Number(context.req.param('size'))), {}));
app.get('/short', (context) => streamed(context, inPieces('short text', 3), {}));

const ask = async (path: string, coding: string, method = 'GET') => {
  const response = await app.request(path, { method, headers: { 'Accept-Encoding': coding } });
  const encoding = response.headers.get('Content-Encoding') ?? 'identity';
  return { response, encoding, bytes: Buffer.from(await response.arrayBuffer()) };
};

describe.each(['br', 'gzip', 'identity'])('in %s', (coding) => {
  test('each text is the same', () =>
    checkRows(['/text/9999999', '/stream/100000', '/stream/900'], async (path) => {
      const { encoding, bytes } = await ask(path, coding);
      expect(encoding).toBe(coding);
      expect(decode[coding]?.(bytes).toString()).toBe(LONG);
      if (coding !== 'identity') expect(bytes.length).toBeLessThan(LONG.length / 4);
    }));

  test('HEAD has the headers of GET', async () => {
    for (const path of ['/text/9999999', '/stream/900']) {
      const { response, encoding, bytes } = await ask(path, coding, 'HEAD');
      expect([response.status, encoding, bytes.length]).toEqual([200, coding, 0]);
    }
  });
});

test('a short text stays as it is', async () => {
  for (const path of ['/short', `/text/${MIN_COMPRESSED_LENGTH - 1}`]) {
    expect((await ask(path, 'br')).encoding).toBe('identity');
  }
  expect((await ask(`/text/${MIN_COMPRESSED_LENGTH}`, 'br')).encoding).toBe('br');
  expect((await ask('/short', 'br')).bytes.toString()).toBe('short text');
  expect((await ask('/text/9', 'br')).response.headers.get('X-Other')).toBe('kept');
});

/** Random, so that compression does not hide how much is produced. */
const PIECE = () => Buffer.from(crypto.getRandomValues(new Uint8Array(48 * 1024))).toString('base64');

test.each(['br', 'gzip', 'identity'])('in %s, no more is produced than is read', async (coding) => {
  let produced = 0;
  async function* endless() {
    for (;;) {
      produced += 1;
      yield PIECE();
    }
  }
  let ended: () => void = () => {};
  const closed = new Promise<void>((resolve) => {
    ended = resolve;
  });
  async function* watched() {
    try {
      yield* endless();
    } finally {
      ended();
    }
  }
  const server = httpServer({
    fetch: new Hono().get('/', (context) => streamed(context, watched(), {})).fetch,
    hostname: 'localhost',
    log: { error: () => {}, warn: () => {} },
    now: Date.now,
  }).listen(0);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'Accept-Encoding': coding } });
  const reader = response.body?.getReader();
  await reader?.read();
  // What the sockets hold is some megabytes; without back pressure the producer would never stop.
  let last = -1;
  while (last !== produced) {
    last = produced;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  expect(produced).toBeLessThan(2_000);
  await reader?.cancel();
  await closed;
});

test('a client that leaves while a piece is made is no failure', async () => {
  const failures: unknown[] = [];
  let arrives: (piece: string) => void = () => {};
  async function* waiting() {
    yield LONG;
    yield await new Promise<string>((resolve) => {
      arrives = resolve;
    });
  }
  const leaving = new Hono()
    .use(logBrokenAnswers({ error: (fields: object) => failures.push(fields) }))
    .get('/', (context) => streamed(context, waiting(), {}));
  const reader = (await leaving.request('/')).body?.getReader();
  await reader?.read();
  const next = reader?.read();
  const cancelled = reader?.cancel();
  arrives(LONG);
  await Promise.all([next, cancelled]);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(failures).toEqual([]);
});

test('a text that fails breaks off its encoding', async () => {
  async function* failing() {
    yield LONG;
    throw new Error('away');
  }
  for (const coding of ['br', 'gzip', 'identity'] as const) {
    const read = async () => {
      for await (const _ of encodeText(failing(), coding));
    };
    await expect(read()).rejects.toThrow('away');
  }
});

test('a text is ended when it is not read to its end', async () => {
  for (const coding of ['br', 'gzip', 'identity'] as const) {
    let ended = false;
    async function* text() {
      try {
        for (;;) yield PIECE();
      } finally {
        ended = true;
      }
    }
    for await (const _ of encodeText(text(), coding)) break;
    await expect.poll(() => ended).toBe(true);
  }
});
