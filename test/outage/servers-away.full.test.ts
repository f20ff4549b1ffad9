import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../src/clickhouse/sql.js';
import { migratePostgres } from '../../src/postgres/migrate.js';
import { openPostgres } from '../../src/postgres/open.js';
import { rowsOf } from '../clickhouse/rows.js';
import { standIn } from '../clickhouse/stand-in.js';
import { createDatabase } from '../postgres/each-postgres.js';
import { openRelay, type Relay } from '../postgres/relay.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { type TestService, testService } from '../service/test-service.js';
import { view } from './events.js';

// That a missing server is told, or fails under CI, is the business of the tests of PostgreSQL itself.
const SERVER = process.env.TEST_DATABASE_URL;

let service: TestService;
let client: ApiClient;
let relay: Relay;
let website: { readonly id: string; readonly apiKey: string };
const closing: (() => Promise<unknown>)[] = [];

async function open(options: Parameters<typeof testService>[0]): Promise<void> {
  service = await testService(options);
  closing.push(() => service.close());
  client = await apiClient(service);
  website = await client.website();
}

afterEach(() => relay.up());
async function closeAll(): Promise<void> {
  relay.up();
  for (const close of closing.toReversed()) await close();
  closing.length = 0;
}

const today = () => new Date(service.clock).toISOString().slice(0, 10);
const stats = () => client.get(`/websites/${website.id}/stats/main`, { from: today(), to: today() });
const pageviews = async () => (await stats()).body.data?.totalPageviews;

function expectUnavailable(response: Response): void {
  expect([response.status, Number(response.headers.get('Retry-After'))]).toEqual([503, expect.any(Number)]);
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
}

/** Asks the API for what needs the server, three at a time, and again once it knows. */
async function expectRefusals(ask: () => Promise<Response>): Promise<void> {
  for (const response of await Promise.all([ask(), ask(), ask()])) expectUnavailable(response);
  const last = await ask();
  expectUnavailable(last);
  expect(await last.json()).toMatchObject({ success: false, meta: { status: 503 } });
}

async function isReady(): Promise<boolean> {
  return (await service.app.request('/health/ready')).status === 200;
}

const WAYS = ['deaf', 'down', 'cut'] as const;

describe.skipIf(SERVER === undefined)('a PostgreSQL server', () => {
  beforeAll(async () => {
    const { url, drop } = await createDatabase(SERVER!);
    closing.push(drop);
    relay = await openRelay(new URL(url));
    closing.push(relay.close);
    const postgres = await openPostgres({ url: relay.url, folder: '' });
    await migratePostgres(postgres);
    await open({ postgres });
  });
  afterAll(closeAll);

  const account = async () => service.app.request('/api/v1/account', { headers: { 'X-API-Key': client.key } });

  test.each(WAYS)(
    'that is %s: requests are refused, events are taken, and all goes on when it is back',
    async (way) => {
      const before = (await pageviews()) as number;
      relay[way]();
      if (way !== 'cut') {
        await expectRefusals(account);
        const page = await service.app.request('/');
        expectUnavailable(page);
        expect(page.headers.get('Content-Type')).toContain('text/html');
        expect((await view(service, website.apiKey, '/')).status).toBe(202);
        await expect.poll(isReady).toBe(false);
      } else {
        expect((await view(service, website.apiKey, '/')).status).toBe(202);
      }

      relay.up();
      await expect.poll(async () => (await account()).status).toBe(200);
      await expect.poll(isReady).toBe(true);
      await service.drain();
      expect(await pageviews()).toBe(before + 1);
      expect((await client.call('POST', '/websites', { name: way, domain: 'a.example', timezone: 'UTC' })).status).toBe(
        201,
      );
    },
  );
});

describe('a ClickHouse server', () => {
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'footfall-clickhouse-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const server = await standIn(folder);
    closing.push(server.close);
    relay = await openRelay(new URL(server.url));
    closing.push(relay.close);
    await open({ environment: { CLICKHOUSE_URL: relay.url } });
  });
  afterAll(closeAll);

  const main = async () =>
    service.app.request(`/api/v1/websites/${website.id}/stats/main?from=${today()}&to=${today()}`, {
      headers: { 'X-API-Key': client.key },
    });

  test.each(WAYS)(
    'that is %s: queries are refused, events wait, and each is counted once when it is back',
    async (way) => {
      const before = (await pageviews()) as number;
      relay[way]();
      for (const path of ['/a', '/b', '/c']) expect((await view(service, website.apiKey, path)).status).toBe(202);
      if (way !== 'cut') {
        await expectRefusals(main);
        await expect(service.drain()).rejects.toThrow();
        await expect.poll(isReady).toBe(false);
        expect((await service.app.request('/api/v1/account', { headers: { 'X-API-Key': client.key } })).status).toBe(
          200,
        );
      }

      relay.up();
      await expect.poll(pageviews).toBe(before + 3);
      await expect.poll(isReady).toBe(true);
    },
  );

  test('that answers pings is given its time for a query', async () => {
    expect(await rowsOf(service.clickhouse, sql`SELECT sleep(3) AS slept`)).toEqual([{ slept: 0 }]);
  });
});
