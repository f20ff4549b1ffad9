import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '../postgres/each-postgres.js';
import { openRelay } from '../postgres/relay.js';
import { build } from './built.js';
import { type Environment, endAll, footfall, type RunningFootfall, start } from './footfall.js';

const API_KEY = `ff_live_${'cd'.repeat(32)}`;
// That a missing server is told, or fails under CI, is the business of the tests of PostgreSQL itself.
const SERVER = process.env.TEST_DATABASE_URL;
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let folder: string;
let environment: Environment;
let websiteId: string;
let trackingKey: string;

beforeAll(async () => {
  await build();
  folder = await mkdtemp(join(tmpdir(), 'footfall-serve-'));
  environment = { DATA_DIR: folder, BOOTSTRAP_EMAIL: 'owner@example.com', BOOTSTRAP_API_KEY: API_KEY };
  const service = await start('serve', environment);
  const website = await ask<{ id: string; apiKey: string }>(service, '/websites', {
    name: 'Shop',
    domain: 'example.com',
    timezone: 'UTC',
  });
  websiteId = website.id;
  trackingKey = website.apiKey;
  await service.end('SIGTERM');
});

afterAll(async () => {
  endAll();
  await rm(folder, { recursive: true, force: true });
});

async function ask<Data>({ url }: RunningFootfall, path: string, body?: unknown): Promise<Data> {
  const answer = await fetch(`${url}/api/v1${path}`, {
    headers: { 'X-API-Key': API_KEY, 'Content-Type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  const { success, data, meta } = (await answer.json()) as { success: boolean; data: Data; meta: unknown };
  if (!success) throw new Error(JSON.stringify(meta));
  return data;
}

async function view({ url }: RunningFootfall, path: string): Promise<void> {
  const answer = await fetch(`${url}/api/event`, {
    method: 'POST',
    headers: { 'User-Agent': AGENT, 'Content-Type': 'text/plain' },
    body: JSON.stringify({ key: trackingKey, type: 'pageview', url: `https://example.com${path}` }),
  });
  expect([answer.status, answer.headers.get('X-Footfall-Dropped')]).toEqual([202, null]);
}

/** Pageviews by path. */
async function pages(service: RunningFootfall): Promise<Readonly<Record<string, number>>> {
  const day = 24 * 60 * 60 * 1000;
  const range = new URLSearchParams({
    from: new Date(Date.now() - day).toISOString(),
    to: new Date(Date.now() + day).toISOString(),
  });
  type Pages = { data: readonly { page: string; pageviews: number }[] };
  const { data } = await ask<Pages>(service, `/websites/${websiteId}/stats/pages?${range}`);
  return Object.fromEntries(data.map(({ page, pageviews }) => [page, pageviews]));
}

test('lives, and says that it is not ready, while it opens its databases', async () => {
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  await once(free, 'close');
  const empty = await mkdtemp(join(tmpdir(), 'footfall-starting-'));
  const seen: string[] = [];
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}/health/${path}`)).status;
  const starting = start('serve', { DATA_DIR: empty, PORT: String(port) });
  let isOpen = false;
  void starting.then(() => {
    isOpen = true;
  });
  while (!isOpen) {
    const statuses = await Promise.all([ask('live'), ask('ready')]).catch(() => undefined);
    if (statuses !== undefined) seen.push(statuses.join(' '));
  }
  const service = await starting;
  expect(service.stdout()).toBe(
    `Footfall is ready at ${service.url}\nOpen it in a browser to create the first account, which owns this installation.\n`,
  );
  expect(new Set(seen)).toContain('200 503');
  expect(await Promise.all([ask('live'), ask('ready')])).toEqual([200, 200]);
  expect(await service.end('SIGTERM')).toBe(0);
  await rm(empty, { recursive: true });
});

describe('footfall serve with BI tools, and a mail server that says nothing', () => {
  let silent: Server;
  let service: RunningFootfall;

  beforeAll(async () => {
    silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    service = await start('serve', {
      ...environment,
      BI_PORT: '0',
      SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      MAIL_FROM: 'a@example.com',
    });
  });

  afterAll(() => void silent.close());

  test('says where BI tools reach it, and answers there', async () => {
    const [, url] = /^BI tools reach ClickHouse at (http:\/\/127\.0\.0\.1:\d+)$/m.exec(service.stdout()) ?? [];
    const response = await fetch(`${url}/?query=SELECT+name,domain+FROM+websites`, {
      headers: { Authorization: `Bearer ${API_KEY}` },
    });
    expect(await response.text()).toBe('Shop\texample.com\n');
    expect(service.stderr()).toContain('statement of a BI tool');
    expect(service.stderr()).not.toContain(API_KEY);
  });

  test('stops without waiting for the mail server', async () => {
    const connected = once(silent, 'connection');
    const body = new URLSearchParams({ email: 'owner@example.com' });
    const headers = { Origin: service.url };
    expect((await fetch(`${service.url}/forgot-password`, { method: 'POST', headers, body })).status).toBe(200);
    const [socket] = (await connected) as [Socket];
    expect(await service.end('SIGTERM')).toBe(0);
    socket.destroy();
    expect(service.stderr()).not.toContain('killing the process');
  });
});

describe('footfall serve', () => {
  /** What the test before has started again, to see what is left of its events. */
  let service: RunningFootfall;

  beforeAll(async () => {
    service = await start('serve', environment);
  });

  afterAll(() => service.end('SIGTERM'));

  test.each(['SIGTERM', 'SIGINT'] as const)('says where it is, and loses nothing on %s', async (signal) => {
    await view(service, `/before-${signal.toLowerCase()}`);
    expect(await service.end(signal)).toBe(0);
    expect(service.stdout()).toBe(`Footfall is ready at ${service.url}\n`);
    for (const line of service.stderr().trim().split('\n').filter(Boolean)) {
      expect(JSON.parse(line)).toHaveProperty('msg');
    }

    service = await start('serve', environment);
    expect(await pages(service)).toHaveProperty([`/before-${signal.toLowerCase()}`], 1);
  });

  test.skipIf(SERVER === undefined)('stops with a PostgreSQL server too, and leaves no connection to it', async () => {
    const { url, drop } = await createDatabase(SERVER!);
    const relay = await openRelay(new URL(url));
    const dataDir = await mkdtemp(join(tmpdir(), 'footfall-server-'));
    onTestFinished(async () => {
      await rm(dataDir, { recursive: true });
      await relay.close();
      await drop();
    });
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const withServer = await start('serve', { DATA_DIR: dataDir, DATABASE_URL: relay.url, SECRET: 's'.repeat(32) });
      expect(await withServer.end(signal)).toBe(0);
      expect(withServer.stderr()).not.toContain('killing the process');
    }
  });

  test('is not disturbed by a second signal', async () => {
    await view(service, '/before-two');
    service.process.kill('SIGINT');
    expect(await service.end('SIGINT')).toBe(0);
    service = await start('serve', environment);
    expect(await pages(service)).toHaveProperty(['/before-two'], 1);
  });

  test('starts again after kill -9', async () => {
    await view(service, '/before-kill');
    expect(await service.end('SIGKILL')).toBe('SIGKILL');
    service = await start('serve', environment, join(import.meta.dirname, 'busy.mjs'));
    await expect.poll(() => pages(service)).toHaveProperty(['/before-kill'], 1);
  });

  // It is still the program of the test before, which is busy when it is to stop.
  test('is gone in time whatever the engine is busy with, says so, and loses nothing', async () => {
    await view(service, '/before-busy');
    expect(await service.end('SIGTERM')).toBe('SIGKILL');
    const said = service.stderr().trim().split('\n');
    expect(said.map((line) => JSON.parse(line).msg)).toEqual([
      'still waiting for the databases to stop',
      'not stopped after 2 seconds: killing the process; the next start recovers what is left',
    ]);
    service = await start('serve', environment);
    expect(await pages(service)).toHaveProperty(['/before-busy'], 1);
  });

  test('leaves the folder and the port of another process alone', async () => {
    const onFolder = await footfall(['serve'], environment);
    expect([onFolder.code, onFolder.stdout]).toEqual([1, '']);
    expect(onFolder.stderr).toMatch(/^footfall: .* is in use by another Footfall process: stop it, .*DATA_DIR\n$/);

    const other = await mkdtemp(join(tmpdir(), 'footfall-port-'));
    const onPort = await footfall(['serve'], { DATA_DIR: other, PORT: new URL(service.url).port });
    expect([onPort.code, onPort.stdout]).toEqual([1, '']);
    expect(onPort.stderr).toMatch(/^footfall: PORT: \d+ is in use on 127\.0\.0\.1: .*\n$/);
    await rm(other, { recursive: true });

    await view(service, '/undisturbed');
    expect(await service.end('SIGTERM')).toBe(0);
    service = await start('serve', environment);
    expect(await pages(service)).toHaveProperty(['/undisturbed'], 1);
  });
});
