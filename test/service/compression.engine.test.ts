import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, apiClient } from './api-client.js';
import { sharedService } from './shared-service.js';
import type { TestService } from './test-service.js';

const RANGE = 'from=2026-04-01&to=2026-04-02';

let service: TestService;
let owner: ApiClient;
let id: string;

beforeAll(async () => {
  service = await sharedService({ clock: Date.UTC(2026, 4, 1) });
  owner = await apiClient(service);
  ({ id } = await owner.website());
  const lines = Array.from({ length: 1_500 }, (_, index) =>
    JSON.stringify({
      timestamp: '2026-04-01T08:00:00.000Z',
      url: `https://example.com/page-${index}`,
      visitor: `visitor-${index % 50}`,
    }),
  );
  await owner.import(id, lines.join('\n'));
});

afterAll(() => service.close());

const ask = async (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') => {
  const response = await service.app.request(path, { method, headers: { 'X-API-Key': owner.key, ...headers } });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

test.each([
  ['/api/v1/openapi.json'],
  ['/api/docs'],
  [`/api/v1/websites/ID/stats/visitors-chart?from=2026-01-01&to=2026-04-30`],
  [`/api/v1/websites/ID/stats/pages?${RANGE}&limit=500`],
  [`/api/v1/websites/ID/stats/pages?${RANGE}&limit=all`],
])('%s is sent by gzip and brotli to those who accept it', async (template) => {
  const path = template.replace('ID', id);
  const plain = await ask(path);
  const brotli = await ask(path, { 'Accept-Encoding': 'gzip, deflate, br' });
  const gzip = await ask(path, { 'Accept-Encoding': 'gzip' });
  expect(plain.response.headers.get('Content-Encoding')).toBeNull();
  expect(brotli.response.headers.get('Content-Encoding')).toBe('br');
  expect(gzip.response.headers.get('Content-Encoding')).toBe('gzip');
  expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
  expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
  for (const { response } of [plain, brotli, gzip]) expect(response.headers.get('Vary')).toContain('Accept-Encoding');
});

describe('a statistic', () => {
  const path = (name: string, query = '') => `/api/v1/websites/${id}/stats/${name}?${RANGE}${query}`;

  test.each(['main', 'visitors-chart', 'pages', 'channels', 'has-events', 'drops'])(
    '%s that the client has already is not sent again',
    async (name) => {
      const first = await ask(path(name));
      const etag = first.response.headers.get('ETag') ?? '';
      expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
      expect(first.response.headers.get('Cache-Control')).toBe('private, no-cache');
      for (const known of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
        const { response, bytes } = await ask(path(name), { 'If-None-Match': known, 'Accept-Encoding': 'br' });
        expect([response.status, bytes.length, response.headers.get('ETag')]).toEqual([304, 0, etag]);
        expect(response.headers.get('Vary')).toContain('X-API-Key');
        expect(response.headers.get('RateLimit-Limit')).not.toBeNull();
      }
      expect((await ask(path(name), { 'If-None-Match': 'W/"other"' })).response.status).toBe(200);
    },
  );

  test.each([
    ['countries', '&limit=all', true],
    ['pages', '&limit=all&page.is=%2Fpage-1&page.is=%2Fpage-2', true],
    ['pages', '&limit=all&page.is=%2Fnone', true],
    ['pages', '&limit=1000', true],
    ['pages', '&limit=1001', false],
    ['pages', '&limit=all', false],
  ])('%s%s has a tag if it has up to 1,000 rows', async (name, query, hasTag) => {
    const limit = /limit=\d+/.test(query) ? undefined : 'limit=1000';
    const { response, bytes } = await ask(path(name, query));
    const etag = response.headers.get('ETag');
    expect(etag !== null).toBe(hasTag);
    if (etag === null) return;
    expect((await ask(path(name, query), { 'If-None-Match': etag })).response.status).toBe(304);
    if (limit === undefined) return;
    const limited = await ask(path(name, query.replace('limit=all', limit)));
    expect([limited.response.headers.get('ETag'), String(limited.bytes)]).toEqual([etag, String(bytes)]);
  });

  test('has another tag when it has changed, or is another', async () => {
    const etag = async (name: string, query?: string) => (await ask(path(name, query))).response.headers.get('ETag');
    const before = await etag('main');
    expect(await etag('main', '&page=/page-1')).not.toBe(before);
    await owner.import(
      id,
      JSON.stringify({ timestamp: '2026-04-01T09:00:00Z', url: 'https://example.com/', visitor: 'new' }),
    );
    expect(await etag('main')).not.toBe(before);
  });

  test('is refused without a key whatever tag is sent', async () => {
    const response = await service.app.request(path('main'), { headers: { 'If-None-Match': '*' } });
    expect(response.status).toBe(401);
  });

  test('answers HEAD with the headers of GET', async () => {
    const get = await ask(path('pages', '&limit=500'), { 'Accept-Encoding': 'br' });
    const head = await ask(path('pages', '&limit=500'), { 'Accept-Encoding': 'br' }, 'HEAD');
    for (const name of ['ETag', 'Content-Encoding', 'Vary', 'Content-Type', 'Cache-Control']) {
      expect(head.response.headers.get(name)).toBe(get.response.headers.get(name));
    }
    expect(head.bytes.length).toBe(0);
  });
});

test('an account is never stored', async () => {
  const { response } = await ask('/api/v1/account');
  expect([response.headers.get('Cache-Control'), response.headers.get('ETag')]).toEqual(['no-store', null]);
});
