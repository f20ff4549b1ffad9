import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type KeyScope, SCOPES } from '../../src/accounts/key-rights.js';
import type { OpenApiDocument } from '../../src/http/api/openapi.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { checkRows } from '../rows.js';
import { type Answer, type ApiClient, apiClient, failureOf } from './api-client.js';
import { type TestService, testService } from './test-service.js';

const DAY = { from: '2026-04-01', to: '2026-04-01' };
const START = Date.UTC(2026, 4, 1);

let service: TestService;
let owner: ApiClient;
let stranger: ApiClient;
let routes: readonly Operation[];
/** Two websites of the owner, of which the limited key has the first. */
let shop: string;
let blog: string;
let limited: string;
const log: string[] = [];

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly declared: readonly string[];
}

interface NewKey {
  readonly scopes?: readonly KeyScope[];
  readonly websites?: 'all' | readonly string[];
  readonly expiresAt?: string | null;
}

beforeAll(async () => {
  service = await testService({ clock: START, onLog: (line) => log.push(line) });
  owner = await apiClient(service);
  service.clock += 1;
  stranger = await apiClient(service);
  ({ id: shop } = await owner.website({ name: 'Shop', domain: 'shop.example' }));
  service.clock += 1;
  ({ id: blog } = await owner.website({ name: 'Blog', domain: 'blog.example' }));
  for (const [id, path] of [
    [shop, '/of-shop'],
    [blog, '/of-blog'],
  ] as const) {
    const line = { timestamp: '2026-04-01T10:00:00Z', visitor: 'ada', url: `https://x.example${path}` };
    await owner.import(
      id,
      `${JSON.stringify(line)}\n${JSON.stringify({ ...line, timestamp: '2026-04-01T10:01:00Z' })}`,
    );
  }
  limited = await newKey({ websites: [shop] });
  const { paths } = (await (await service.app.request('/api/v1/openapi.json')).json()) as OpenApiDocument;
  routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { security }]) => ({
      method: method.toUpperCase(),
      path,
      declared: security[0]?.apiKey ?? [],
    })),
  );
});

afterAll(() => service.close());

const create = (body: object, key = owner.key) =>
  owner.call('POST', '/keys', { name: 'Key', scopes: SCOPES, websites: 'all', ...body }, { 'X-API-Key': key });

async function newKey(body: NewKey = {}): Promise<string> {
  const { status, body: answer } = await create(body);
  expect(status).toBe(201);
  return answer.data.key;
}

const as =
  (key: string) =>
  (method: string, path: string, body?: unknown, headers = {}): Promise<Answer> =>
    owner.call(method, path, body, { ...headers, 'X-API-Key': key });

/** Sends a request that changes nothing: its website does not exist, or its body is not valid. */
const attempt = ({ method, path }: Operation, key: string, id: string = randomUUID()) =>
  as(key)(method, path.replace('{id}', id).replaceAll(/\{\w+\}/g, 'x'), method === 'GET' ? undefined : '{', {
    'Content-Type': 'application/json',
  });

/** All that differ from the rule that GET needs `read`, and other methods `write`. */
const EXCEPTIONS: Readonly<Record<string, KeyScope | readonly KeyScope[]>> = {
  'PUT /websites/{id}/scheduled-export': ['read', 'write'],
  'POST /websites/{id}/scheduled-export/rerun': ['read', 'write'],
  'POST /sql': 'sql',
  'GET /queries': 'sql',
  'GET /queries/{name}': 'sql',
  'PUT /queries/{name}': 'sql',
  'DELETE /queries/{name}': 'sql',
  'POST /query': 'read',
  'POST /websites/{id}/query': 'read',
  'POST /websites/{id}/query/batch': 'read',
  'POST /websites/{id}/funnel': 'read',
  'POST /websites/{id}/journey': 'read',
  'POST /websites/{id}/cohorts': 'read',
  'POST /websites/{id}/changes': 'read',
  'POST /websites/{id}/events': 'ingest',
  'POST /websites/{id}/import': 'ingest',
};

/** Routes of an account for which a key may be limited to websites: they show only these. */
const NARROWED = ['GET /websites', 'POST /query', 'GET /query/schema', 'POST /sql', 'GET /queries/{name}'];

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

describe('a scope', () => {
  test('is declared by every route of the document', () =>
    checkRows(routes, (route) => {
      const rule = route.method === 'GET' ? 'read' : 'write';
      expect(route.declared).toEqual([EXCEPTIONS[nameOf(route)] ?? rule].flat());
    }));

  test.each(SCOPES)('%s opens its routes, and no other one', async (scope) => {
    const key = await newKey({ scopes: [scope] });
    await checkRows(routes, async (route) => {
      const answer = await attempt(route, key);
      const missing = route.declared.find((each) => each !== scope);
      if (missing === undefined) expect([200, 400, 404, 415]).toContain(answer.status);
      else {
        const message = `This API key does not have the scope ${missing}`;
        expect(failureOf(answer)).toEqual({ status: 403, errors: [message] });
      }
    });
  });

  test("is not missing from the account's own key", () =>
    checkRows(routes, async (route) => {
      expect([200, 400, 404, 415]).toContain((await attempt(route, owner.key)).status);
    }));

  test('lets a key do what the account does', async () => {
    const lines = `${JSON.stringify({ timestamp: '2026-04-02T10:00:00Z', visitor: 'ada', url: 'https://x.example/' })}`;
    const { id } = await owner.website();
    const ingest = await newKey({ scopes: ['ingest'] });
    expect((await owner.import(id, lines, { 'X-API-Key': ingest })).body.data.imported).toBe(1);
    const read = await newKey({ scopes: ['read'] });
    expect((await as(read)('GET', `/websites/${id}/stats/has-events`)).body.data).toEqual({ hasEvents: true });
    expect((await owner.import(id, lines, { 'X-API-Key': read })).status).toBe(403);
    const write = await newKey({ scopes: ['write'] });
    expect((await as(write)('DELETE', `/websites/${id}`)).status).toBe(200);
  });
});

describe('a key that is limited to websites', () => {
  test('opens no route of another website, of whatever account', async () => {
    const ofWebsites = routes.filter(({ path }) => path.startsWith('/websites/{id}'));
    const { id: foreign } = await stranger.website();
    await checkRows(
      ofWebsites.flatMap((route) => [blog, blog.toUpperCase(), foreign].map((id) => [route, id] as const)),
      async ([route, id]) => {
        const answer = await attempt(route, limited, id);
        expect(failureOf(answer)).toEqual({ status: 403, errors: ['Access denied to this website'] });
      },
    );
    expect((await as(limited)('GET', `/websites/${shop.toUpperCase()}`)).status).toBe(200);
    expect((await as(limited)('GET', `/websites/${randomUUID()}`)).status).toBe(404);
  });

  test('opens those routes of the account that show only its websites', () =>
    checkRows(
      routes.filter(({ path }) => !path.startsWith('/websites/{id}')),
      async (route) => {
        const answer = await attempt(route, limited);
        if (NARROWED.includes(nameOf(route))) expect([200, 400, 404]).toContain(answer.status);
        else expect(failureOf(answer).errors).toEqual(['This needs an API key for all websites of the account']);
      },
    ));

  test('lists its websites alone, also in pages', async () => {
    const listed = await as(limited)('GET', '/websites?limit=1');
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([shop]);
    expect(listed.body.meta).toEqual({ status: 200 });
    const last = await newKey({ websites: [blog] });
    expect((await as(last)('GET', '/websites?limit=1')).body.data[0].id).toBe(blog);
  });

  test('queries its websites alone', async () => {
    const query = (websites: unknown) =>
      as(limited)('POST', '/query', { ...DAY, websites, dimensions: ['website', 'page'], metrics: ['pageviews'] });
    expect((await query('all')).body.data.rows).toEqual([{ website: shop, page: '/of-shop', pageviews: 2 }]);
    expect((await query([shop])).body.data.query.websites).toEqual([shop]);
    const { id: foreign } = await stranger.website();
    for (const websites of [[blog], [shop, blog], [blog.toUpperCase()]]) {
      expect(failureOf(await query(websites))).toEqual({ status: 403, errors: ['Access denied to this website'] });
    }
    for (const websites of [[foreign], [foreign, blog], [randomUUID()]]) {
      expect((await query(websites)).status).toBe(400);
    }
    // A cursor of the account does not lead to other rows.
    const all = { ...DAY, websites: 'all', dimensions: ['website'], metrics: ['visitors'], limit: 1 };
    const { nextCursor } = (await owner.call('POST', '/query', all)).body.data;
    expect((await as(limited)('POST', '/query', { ...all, cursor: nextCursor })).status).toBe(400);
  });

  const VIEWS = [
    'SELECT DISTINCT website_id FROM bi.events',
    'SELECT DISTINCT website_id FROM bi.visits',
    'SELECT DISTINCT website_id FROM bi.daily_visitors',
    'SELECT id FROM bi.websites',
  ];

  test('reads rows of its websites with SQL, in the API and in saved queries', async () => {
    await checkRows(VIEWS, async (query) => {
      const others = `${query}${query.includes('DISTINCT') ? ` WHERE website_id = '${blog}'` : ` WHERE id = '${blog}'`}`;
      // The views follow each website's import by itself. The account's own key sees that both have rows.
      await vi.waitFor(async () => {
        expect((await as(limited)('POST', '/sql', { query })).body.data.rows).toEqual([[shop]]);
        expect((await owner.call('POST', '/sql', { query: others })).body.data.rows).toEqual([[blog]]);
      }, POLL_OPTIONS);
      expect((await as(limited)('POST', '/sql', { query: others })).body.data.rows).toEqual([]);
    });
    const widened = `SELECT count() FROM bi.events SETTINGS log_comment = '${shop},${blog}'`;
    expect((await as(limited)('POST', '/sql', { query: widened })).status).toBe(400);
    await owner.call('PUT', '/queries/pages', { query: 'SELECT DISTINCT path FROM bi.events' });
    expect((await as(limited)('GET', '/queries/pages')).body.data.rows).toEqual([['/of-shop']]);
  });

  test('reads them through the BI interface, which needs the scope sql', async () => {
    const ask = async (key: string, query: string) => {
      const response = await service.bi.request(`/?query=${encodeURIComponent(query)}`, {
        headers: { 'X-ClickHouse-Key': key },
      });
      return {
        status: response.status,
        text: await response.text(),
        code: response.headers.get('X-ClickHouse-Exception-Code'),
      };
    };
    await checkRows(VIEWS, async (query) => {
      expect(await ask(limited, query)).toMatchObject({ status: 200, text: `${shop}\n` });
    });
    expect((await ask(owner.key, 'SELECT count() FROM bi.websites')).text).not.toBe('1\n');
    const refused = await ask(await newKey({ scopes: ['read', 'write', 'ingest'] }), 'SELECT 1');
    expect(refused).toMatchObject({ status: 403, code: '497' });
    expect(refused.text).toContain('This API key does not have the scope sql. (ACCESS_DENIED)');
    expect((await ask('x', 'SELECT 1')).code).toBe('516');
  });

  test('exports, deletes and imports in its websites alone', async () => {
    const count = async (id: string) =>
      (await owner.get(`/websites/${id}/stats/main`, DAY)).body.data.totalPageviews as number;
    const exported = await as(limited)('GET', `/websites/${shop}/export?from=2026-01-01&to=2026-12-31`);
    expect(exported.body.data).toContain('/of-shop');
    expect(exported.body.data).not.toContain('/of-blog');

    const deleted = await owner.call(
      'DELETE',
      `/websites/${blog}/events?from=2026-04-01T10:01:00&to=2026-04-01T10:02:00`,
    );
    const { deletionId } = deleted.body.data;
    expect(await count(blog)).toBe(1);
    expect((await as(limited)('GET', `/websites/${shop}/deletions`)).body.data).toEqual([]);
    const restore = await as(limited)('POST', `/websites/${shop}/deletions/${deletionId}/restore`);
    const final = await as(limited)('DELETE', `/websites/${shop}/deletions/${deletionId}`);
    expect([restore.status, final.status]).toEqual([404, 404]);
    await owner.call('POST', `/websites/${blog}/deletions/${deletionId}/restore`);

    // The visitor has the same name in both, and a repeat under one key is known to its own website alone.
    const line = JSON.stringify({ timestamp: '2026-04-01T10:02:00Z', visitor: 'ada', url: 'https://x.example/more' });
    const headers = { 'Idempotency-Key': 'repeat' };
    await owner.import(blog, line, headers);
    const imported = await owner.import(shop, line, { ...headers, 'X-API-Key': limited });
    expect(imported.body.data.imported).toBe(1);
    expect([await count(shop), await count(blog)]).toEqual([3, 3]);
    await as(limited)('DELETE', `/websites/${shop}/events?from=2026-04-01&to=2026-04-01`);
    expect([await count(shop), await count(blog)]).toEqual([0, 3]);
    const visitor = (
      await owner.call('POST', '/sql', {
        query: `SELECT toString(any(visitor_id)) FROM bi.events WHERE website_id = '${blog}'`,
      })
    ).body.data.rows[0][0];
    const none = await as(limited)('DELETE', `/websites/${shop}/visitors/${visitor}`);
    expect(none.body.data).toEqual({ events: 0 });
    expect(await count(blog)).toBe(3);
  });

  test('is not shown the statements behind an answer, whose numbers of rows include other websites', async () => {
    const path = `/api/v1/websites/${shop}/stats/pages?from=2026-04-01&to=2026-04-01&explain=1`;
    const explained = (key: string) => service.app.request(path, { headers: { 'X-API-Key': key } });
    expect((await explained(owner.key)).status).toBe(200);
    expect((await explained(limited)).status).toBe(403);
  });

  test('has nothing when its last website is deleted', async () => {
    const { id } = await owner.website();
    const key = await newKey({ websites: [id] });
    await owner.call('DELETE', `/websites/${id}`);
    expect((await as(key)('GET', '/websites')).body.data).toEqual([]);
    expect((await as(key)('POST', '/query', { ...DAY, websites: 'all' })).status).toBe(400);
    expect((await as(key)('POST', '/sql', { query: 'SELECT id FROM bi.websites' })).body.data.rows).toEqual([]);
  });
});

describe('keys', () => {
  test('are created, listed and deleted, and shown once', async () => {
    const account = await apiClient(service);
    const expiresAt = '2026-06-01T02:00:00+02:00';
    const created = await create({ name: ' Grafana ', scopes: ['sql', 'read', 'read'], expiresAt }, account.key);
    const { key, ...shown } = created.body.data;
    expect(shown).toEqual({
      id: shown.id,
      name: 'Grafana',
      scopes: ['read', 'sql'],
      websites: 'all',
      expiresAt: '2026-06-01T00:00:00.000Z',
      lastUsedAt: null,
      start: key.slice(0, 12),
    });
    expect([created.status, created.headers.get('Location')]).toEqual([201, `/api/v1/keys/${shown.id}`]);
    // The account's own key is not among them.
    const { body } = await account.get('/keys');
    expect(body.data).toEqual([shown]);
    await as(key)('GET', '/account');
    expect((await account.get('/keys')).body.data[0].lastUsedAt).toBe(new Date(service.clock).toISOString());

    expect((await stranger.call('DELETE', `/keys/${shown.id}`)).status).toBe(404);
    expect((await stranger.get('/keys')).body.data).toEqual([]);
    expect((await as(key)('GET', '/account')).status).toBe(200);
    expect((await account.call('DELETE', `/keys/${shown.id}`)).body.meta.message).toBe('API key deleted');
    expect(failureOf(await as(key)('GET', '/account'))).toEqual({ status: 401, errors: ['Invalid API key'] });
    expect(failureOf(await account.call('DELETE', `/keys/${shown.id}`)).status).toBe(404);
  });

  test('that have expired are as unknown ones', async () => {
    const key = await newKey({ expiresAt: new Date(service.clock + 60_000).toISOString() });
    expect((await as(key)('GET', '/account')).status).toBe(200);
    service.clock += 60_000;
    const [expired, unknown] = [
      await as(key)('GET', '/account'),
      await as(`ff_live_${'0'.repeat(64)}`)('GET', '/account'),
    ];
    expect(failureOf(expired)).toEqual(failureOf(unknown));
    expect(failureOf(expired)).toEqual({ status: 401, errors: ['Invalid API key'] });
    const bi = await service.bi.request('/?query=SELECT+1', { headers: { 'X-ClickHouse-Key': key } });
    expect(bi.headers.get('X-ClickHouse-Exception-Code')).toBe('516');
  });

  test('are never created with more rights than those of their creator', async () => {
    const expiresAt = new Date(service.clock + 3_600_000).toISOString();
    const creator = await newKey({ scopes: ['read', 'write'], expiresAt });
    const tried = async (body: object) => failureOf(await create({ scopes: ['read'], expiresAt, ...body }, creator));
    expect((await create({ scopes: ['read'], expiresAt }, creator)).status).toBe(201);
    expect((await create({ scopes: ['read', 'write'], websites: [shop], expiresAt }, creator)).status).toBe(201);
    expect(await tried({ scopes: ['read', 'sql', 'ingest'] })).toEqual({
      status: 403,
      errors: [
        'scopes: this API key does not have the scope sql',
        'scopes: this API key does not have the scope ingest',
      ]
        .toSorted()
        .toReversed(),
    });
    for (const later of [null, undefined, new Date(Date.parse(expiresAt) + 1).toISOString()]) {
      expect((await tried({ expiresAt: later })).errors[0]).toMatch(/^expiresAt: must not be after /);
    }
    const limitedWriter = await newKey({ scopes: ['write'], websites: [shop, blog] });
    expect((await create({ scopes: ['write'], websites: [shop] }, limitedWriter)).status).toBe(403);
    expect((await create({ scopes: ['read'] }, await newKey({ scopes: ['read', 'sql', 'ingest'] }))).status).toBe(403);
  });

  test('are deleted by no key that can do less', async () => {
    const expiresAt = new Date(service.clock + 3_600_000).toISOString();
    const make = async (body: object) => (await create(body)).body.data as { id: string; key: string };
    const writer = await make({ scopes: ['read', 'write'], expiresAt });
    const remove = ({ id }: { id: string }, { key } = writer) => as(key)('DELETE', `/keys/${id.toUpperCase()}`);
    const refused = {
      status: 403,
      errors: ['This API key can only delete keys that can do no more, nor for longer, than itself'],
    };
    const stronger = [{ scopes: ['sql'], expiresAt }, { scopes: ['read'] }, { scopes: ['write'], expiresAt: null }];
    for (const body of stronger) {
      const key = await make(body);
      expect(failureOf(await remove(key))).toEqual(refused);
      expect((await owner.call('DELETE', `/keys/${key.id}`)).status).toBe(200);
    }
    expect((await remove(await make({ scopes: ['read'], websites: [shop], expiresAt }))).status).toBe(200);
    expect((await remove(await make({ scopes: ['read', 'write'], expiresAt }))).status).toBe(200);
    expect((await remove({ id: randomUUID() })).status).toBe(404);
    expect((await remove(writer)).status).toBe(200);
  });

  test('of which something is wrong are refused, with what', async () => {
    const { id: foreign } = await stranger.website();
    await checkRows(
      [
        [{ name: '' }, 'name: must be 1 to 100 characters'],
        [{ name: undefined }, 'name: is required'],
        [{ scopes: [] }, 'scopes: must have at least one scope'],
        [{ scopes: undefined }, 'scopes: is required'],
        [{ scopes: ['admin'] }, 'scopes.0: must be one of read, write, ingest, sql'],
        [{ websites: undefined }, 'websites: is required'],
        [{ websites: [foreign] }, 'websites: must be ids of websites of this account'],
        [{ websites: [shop, randomUUID()] }, 'websites: must be ids of websites of this account'],
        [{ websites: ["' or true"] }, 'websites: must be ids of websites of this account'],
        [{ websites: [shop, '\0'] }, 'websites: must be ids of websites of this account'],
        [
          { expiresAt: '2027-01-01' },
          'expiresAt: must be a date-time with Z or an offset, such as 2027-01-01T00:00:00Z',
        ],
        [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt: must be in the future, and before the year 2200'],
        [{ expiresAt: '9999-12-31T23:59:59-23:00' }, 'expiresAt: must be in the future, and before the year 2200'],
        [{ key: 'ff_live_mine' }, 'key: unknown field'],
      ],
      async ([body, error]) => expect(failureOf(await create(body))).toEqual({ status: 400, errors: [error] }),
    );
    expect((await create({ websites: [] })).status).toBe(400);
  });

  test('are in no line of the log beyond their start', async () => {
    const { body } = await create({ name: 'Logged' });
    const { key } = body.data as { key: string };
    await as(key)('POST', '/sql', { query: 'SELECT 1' });
    await as(key)('GET', '/nothing');
    await as(key)('POST', '/keys', '{');
    expect(log.some((line) => line.includes('statement of a BI tool'))).toBe(true);
    for (const secret of [key, limited, owner.key]) {
      expect(log.filter((line) => line.includes(secret.slice(12, 40)))).toEqual([]);
    }
    expect(JSON.stringify((await owner.get('/keys')).body)).not.toContain(key.slice(12, 40));
  });
});
