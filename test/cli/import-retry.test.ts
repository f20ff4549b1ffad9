import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { sendUntilAccepted } from '../../src/cli/import/retry.js';
import { upload } from '../../src/cli/import/upload.js';

const LARGE = 'x'.repeat(10_000_000);

/** How the service answers, one after the other; the last answer stays. */
let answers: (readonly [status: number, retryAfter?: string])[] = [];
let seen: { readonly key: unknown; readonly length: number }[] = [];

const server = createServer(async (incoming, outgoing) => {
  const [status, retryAfter] = (answers.length > 1 ? answers.shift() : answers[0]) ?? [200];
  // A refusal does not read the body.
  const length = status === 200 ? (await text(incoming)).length : 0;
  seen.push({ key: incoming.headers['idempotency-key'], length });
  outgoing.writeHead(status, retryAfter === undefined ? {} : { 'Retry-After': retryAfter }).end(`answer ${status}`);
});

afterEach(() => {
  seen = [];
  server.close();
  server.closeAllConnections();
});

async function send() {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const waits: (readonly [status: number, seconds: number])[] = [];
  const body = async function* () {
    for (let start = 0; start < LARGE.length; start += 65_536) yield Buffer.from(LARGE.slice(start, start + 65_536));
  };
  const answer = await sendUntilAccepted(
    () => upload({ url, headers: { 'Idempotency-Key': 'move-1' }, body: body() }),
    ({ status }, seconds) => waits.push([status, seconds]),
  );
  return { status: answer.status, waits };
}

test('an import that is refused for others is sent again under the same key, as whole as before', async () => {
  answers = [[429, '0'], [429, '0'], [503, '0'], [200]];
  expect(await send()).toEqual({
    status: 200,
    waits: [
      [429, 0],
      [429, 0],
      [503, 0],
    ],
  });
  expect(seen.map(({ key }) => key)).toEqual(Array(4).fill('move-1'));
  expect(seen.at(-1)?.length).toBe(LARGE.length);
});

test('a service that stays away is given up, however often the queue was full', async () => {
  answers = [...Array.from({ length: 7 }, () => [429, '0'] as const), [503, '0']];
  expect(await send()).toMatchObject({ status: 503 });
  expect(seen).toHaveLength(12);
});

test.each<[number, string?]>([[400], [409], [503], [429], [503, 'Wed, 21 Oct 2026 07:28:00 GMT']])(
  'other refusals are not repeated: %s, Retry-After %s',
  async (...answer) => {
    answers = [answer];
    expect(await send()).toEqual({ status: answer[0], waits: [] });
  },
);
