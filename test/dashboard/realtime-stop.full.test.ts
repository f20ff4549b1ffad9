import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from '../cli/built.js';
import { endAll, start } from '../cli/footfall.js';
import { eventStream } from './event-stream.js';

const API_KEY = `ff_live_${'ef'.repeat(32)}`;
const OWNER = { email: 'owner@example.com', password: 'correct horse battery' };

let folder: string;

beforeAll(async () => {
  await build();
  folder = await mkdtemp(join(tmpdir(), 'footfall-realtime-'));
});

afterAll(async () => {
  endAll();
  await rm(folder, { recursive: true, force: true });
});

test('open realtime pages do not hold up a stop: their streams end, whole', async () => {
  const service = await start('serve', {
    DATA_DIR: folder,
    BOOTSTRAP_EMAIL: OWNER.email,
    BOOTSTRAP_PASSWORD: OWNER.password,
    BOOTSTRAP_API_KEY: API_KEY,
  });
  const created = await fetch(`${service.url}/api/v1/websites`, {
    method: 'POST',
    headers: { 'X-API-Key': API_KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Shop', domain: 'example.com', timezone: 'UTC' }),
  });
  const { data } = (await created.json()) as { data: { id: string } };
  const signedIn = await fetch(`${service.url}/login`, {
    method: 'POST',
    headers: { Origin: service.url },
    body: new URLSearchParams(OWNER),
    redirect: 'manual',
  });
  const Cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const listen = async () =>
    eventStream(await fetch(`${service.url}/websites/${data.id}/realtime/stream`, { headers: { Cookie } }));
  const streams = await Promise.all(Array.from({ length: 5 }, listen));
  for (const stream of streams) expect(await stream.next()).toMatch(/^[\w-]{16}$/);
  const ended = Promise.all(streams.map((stream) => stream.next()));
  expect(await service.end('SIGTERM')).toBe(0);
  // A stream that is cut off rejects.
  expect(await ended).toEqual(streams.map(() => undefined));
});
