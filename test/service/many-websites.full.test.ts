import { eq, sql as postgresSql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Postgres } from '../../src/postgres/postgres.js';
import { deletedWebsites, websites } from '../../src/postgres/schema.js';
import { type SignedIn, signedIn } from '../dashboard/signed-in.js';
import { textOf } from '../dashboard/website-pages.js';
import { testPostgres } from '../postgres/test-postgres.js';
import { type ApiClient, apiClient, failureOf } from './api-client.js';
import { pageview, send } from './browser.js';
import { storedRows } from './stored-rows.js';
import { type TestService, testService } from './test-service.js';

const WEBSITES = 10_000;
const DELETED = 7_000;
const NOW = Date.UTC(2026, 2, 29, 12);

let postgres: Postgres;
let service: TestService;
let owner: ApiClient;

/** Adds websites to an account: shop-1.example, shop-2.example and so on, two at each millisecond. */
async function addWebsites(accountId: string, count: number): Promise<void> {
  await postgres.db.execute(postgresSql`INSERT INTO websites
  (account_id, name, domain, timezone, tracking_key, created_at, updated_at)
SELECT ${accountId}, 'Shop ' || n, 'shop-' || n || '.example', 'UTC', ${`${accountId}-`} || n,
  timestamptz '2026-01-01' + (n / 2) * interval '1 millisecond', timestamptz '2026-01-01'
FROM generate_series(1, ${count}) AS n`);
}

const domainsOf = (data: readonly { readonly domain: string }[]) => data.map(({ domain }) => domain);

/** What the cursor of an answer leads to, and so on until there is none. */
async function allPages(limit?: string): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  let cursor: string | undefined;
  do {
    const { status, body } = await owner.get('/websites', { limit, cursor });
    expect(status).toBe(200);
    pages.push(domainsOf(body.data));
    cursor = body.meta.nextCursor;
  } while (cursor !== undefined);
  return pages;
}

beforeAll(async () => {
  postgres = await testPostgres();
  service = await testService({ postgres, clock: NOW, environment: { PLAN_WEBSITES: '20000' } });
  owner = await apiClient(service);
  await addWebsites(owner.accountId, WEBSITES);
  const used = async () => (await owner.get('/account/usage')).body.data.websites.used;
  await vi.waitUntil(async () => (await used()) === WEBSITES, { timeout: 60_000, interval: 200 });
  await postgres.db.execute(postgresSql`INSERT INTO deleted_websites (id, deleted_at)
SELECT gen_random_uuid(), ${new Date(NOW - 60_000)} FROM generate_series(1, ${DELETED})`);
  await service.restart();
});

afterAll(() => service?.close());

describe('GET /websites of 10,000', () => {
  test('has the first 1,000, and says where the next ones are', async () => {
    const { status, headers, body } = await owner.get('/websites');
    expect(status).toBe(200);
    expect(body.data).toHaveLength(1000);
    expect(body.meta).toEqual({ status: 200, nextCursor: expect.stringMatching(/^[\w-]+$/) });
    const [, address = ''] = /^<(.+)>; rel="next"$/.exec(headers.get('Link') ?? '') ?? [];
    const next = new URL(address);
    expect(next.pathname).toBe('/api/v1/websites');
    expect(next.searchParams.get('cursor')).toBe(body.meta.nextCursor);
    const { data } = (await owner.get('/websites', Object.fromEntries(next.searchParams))).body;
    expect(data).toHaveLength(1000);
    expect(new Set([...domainsOf(body.data), ...domainsOf(data)]).size).toBe(2000);
  });

  test('has each of them once on its pages, the oldest first', async () => {
    const pages = await allPages();
    expect(pages.map(({ length }) => length)).toEqual(Array(10).fill(1000));
    const numbers = pages.flat().map((domain) => Number(/\d+/.exec(domain)?.[0]));
    expect(new Set(numbers).size).toBe(WEBSITES);
    const milliseconds = numbers.map((number) => Math.floor(number / 2));
    expect(milliseconds).toEqual(milliseconds.toSorted((a, b) => a - b));
  });

  test('has as many on a page as are asked for', async () => {
    const pages = await allPages('999');
    expect(pages.map(({ length }) => length)).toEqual([...Array(10).fill(999), 10]);
    expect(new Set(pages.flat()).size).toBe(WEBSITES);
  });

  test('goes on behind a website that was deleted meanwhile', async () => {
    const account = await apiClient(service);
    for (const name of ['one', 'two', 'three']) {
      await account.website({ name });
      service.clock += 1;
    }
    const { data, meta } = (await account.get('/websites', { limit: '1' })).body;
    await account.call('DELETE', `/websites/${data[0].id}`);
    const rest = (await account.get('/websites', { limit: '2', cursor: meta.nextCursor })).body;
    expect(rest.data.map(({ name }: { name: string }) => name)).toEqual(['two', 'three']);
    expect(rest.meta).toEqual({ status: 200 });
  });

  test.each(['0', '1001', '-1', '1.5', 'all', '1e3'])('refuses the limit %j', async (limit) => {
    const answer = await owner.get('/websites', { limit });
    expect(failureOf(answer)).toEqual({ status: 400, errors: ['limit: must be a whole number from 1 to 1,000'] });
  });

  test.each(['x', "'", 'e30', Buffer.from('[1,"2"]').toString('base64url')])(
    'refuses the cursor %j',
    async (cursor) => {
      const answer = await owner.get('/websites', { cursor });
      expect(failureOf(answer)).toEqual({ status: 400, errors: ['cursor: must be the nextCursor of an earlier page'] });
    },
  );
});

test('the account knows how many it has', async () => {
  const { data } = (await owner.get('/account/usage')).body;
  expect(data.websites).toMatchObject({ used: WEBSITES, limit: 20_000 });
});

test('one more can be added, and collects', async () => {
  const { id, apiKey } = await owner.website({ name: 'Last', domain: 'example.com' });
  await send(service, pageview(apiKey));
  await service.drain();
  expect((await owner.get(`/websites/${id}`)).body.data.totalVisitors24h).toBe(1);
  expect((await owner.call('DELETE', `/websites/${id}`)).status).toBe(200);
});

test('tombstones of 7,000 are deleted at the start, and what they left with them', async () => {
  const { id, apiKey } = await owner.website();
  await send(service, pageview(apiKey));
  await service.drain();
  await postgres.db.delete(websites).where(eq(websites.id, id));
  await postgres.db.insert(deletedWebsites).values({ id, deletedAt: new Date(NOW) });
  expect(await storedRows(service, id)).not.toEqual({});
  await service.restart();
  expect(await storedRows(service, id)).toEqual({});
});

describe("the dashboard's first page", () => {
  let person: SignedIn;

  beforeAll(async () => {
    person = await signedIn(service);
    await addWebsites(person.accountId, 120);
  });

  test('has 50 websites, and links to the others', async () => {
    const first = textOf(await person.page('/websites'));
    expect(first).toContain('Shop 1 ');
    expect(first).not.toContain('Shop 52 ');
    expect(first).toContain('120 websites Page 1 of 3 Next');
    const last = textOf(await person.page('/websites?page=3'));
    expect(last).toContain('Shop 120 ');
    expect(last).not.toContain('Shop 99 ');
    expect(last).toContain('120 websites Page 3 of 3 Previous');
  });

  test.each(['0', '-1', '4', '99999999999999999999', 'x', '1.5', ''])('has no page %j', async (page) => {
    const text = textOf(await person.page(`/websites?${new URLSearchParams({ page })}`));
    expect(text).toMatch(/Page [13] of 3/);
  });

  test('searches all of them', async () => {
    const found = await person.page('/websites?search=SHOP%201');
    expect(textOf(found)).toContain('32 websites');
    expect(textOf(found)).not.toContain('Shop 20 ');
    expect(textOf(await person.page('/websites?search=-119.exam'))).toContain('Shop 119 ');
    for (const search of ['%', '_', '\\', 'shop_1', "'", '\0', '\ud83e']) {
      const none = textOf(await person.page(`/websites?${new URLSearchParams({ search })}`));
      expect(none).toContain('No results for');
    }
    expect(await person.page('/websites?search=shop&page=2')).toContain('search=shop&amp;page=3');
  });
});
