import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateApiKey, revokeApiKey } from '../../src/accounts/api-keys.js';
import { type ApiClient, apiClient, failureOf } from './api-client.js';
import { pageview, send } from './browser.js';
import { type TestService, testService } from './test-service.js';

const NOW = Date.UTC(2026, 1, 10, 12, 0, 0, 7);

let service: TestService;
let client: ApiClient;

beforeAll(async () => {
  const environment = { PLAN_PAGEVIEWS_PER_MONTH: '3', PLAN_WEBSITES: '12' };
  service = await testService({ clock: NOW, environment });
  client = await apiClient(service);
});

afterAll(() => service.close());

const request = (path: string, headers: Record<string, string>) => service.app.request(`/api/v1${path}`, { headers });

test('GET /account', async () => {
  const { status, body } = await client.get('/account');
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    data: {
      id: client.accountId,
      email: 'owner-1@example.com',
      firstName: null,
      lastName: null,
      picture: null,
      emailVerifiedAt: null,
      createdAt: '2026-02-10T12:00:00.007Z',
    },
    meta: { status: 200 },
  });
});

test('GET /account/subscription', async () => {
  const { body } = await client.get('/account/subscription', { unknown: 'parameter' });
  expect(body).toEqual({
    success: true,
    data: {
      plan: 'self-hosted',
      status: 'active',
      currentPeriodStart: '2026-02-01T00:00:00.000Z',
      currentPeriodEnd: '2026-03-01T00:00:00.000Z',
      limits: { pageviewsPerMonth: 3, websites: 12 },
    },
    meta: { status: 200 },
  });
});

describe('GET /account/usage', () => {
  const usageOf = async (owner: ApiClient) => (await owner.get('/account/usage')).body.data;

  test('of an account that has done nothing', async () => {
    expect(await usageOf(await apiClient(service))).toEqual({
      currentPeriod: { start: '2026-02-01T00:00:00.000Z', end: '2026-03-01T00:00:00.000Z' },
      pageviews: { used: 0, limit: 3, percentage: 0 },
      websites: { used: 0, limit: 12 },
    });
  });

  test('counts collected pageviews of the period, not imported ones, and keeps those of deleted websites', async () => {
    const owner = await apiClient(service);
    const [kept, deleted] = [await owner.website(), await owner.website()];
    service.clock = Date.UTC(2026, 0, 31, 23, 59, 59, 999);
    await send(service, pageview(kept.apiKey));
    service.clock = Date.UTC(2026, 1, 1);
    for (const { apiKey } of [kept, kept, deleted]) await send(service, pageview(apiKey));
    await send(service, { ...pageview(kept.apiKey), type: 'exit', link: 'https://other.example/' });
    await send(service, pageview(deleted.apiKey), { userAgent: 'Googlebot' });
    service.clock = NOW;
    await send(service, pageview(kept.apiKey));
    await service.drain();
    await owner.import(kept.id, '{"timestamp":"2026-02-02T00:00:00Z","url":"https://example.com/","visitor":"ada"}');
    const pageviews = { used: 4, limit: 3, percentage: 133.33 };
    expect(await usageOf(owner)).toMatchObject({ pageviews, websites: { used: 2, limit: 12 } });

    // What is on its way still counts too.
    await send(service, pageview(deleted.apiKey));
    await owner.call('DELETE', `/websites/${deleted.id}`);
    expect(await usageOf(owner)).toMatchObject({ pageviews: { used: 5 }, websites: { used: 1, limit: 12 } });
    expect(await usageOf(client)).toMatchObject({ pageviews: { used: 0 } });
  });

  test('is not changed by an import that makes collected sessions anew', async () => {
    const owner = await apiClient(service);
    const website = await owner.website();
    await send(service, pageview(website.apiKey), { address: '203.0.113.9', userAgent: 'Mozilla/5.0 Firefox/140.0' });
    await service.drain();
    const line = { url: 'https://example.com/earlier', ip: '203.0.113.9', userAgent: 'Mozilla/5.0 Firefox/140.0' };
    await owner.import(website.id, JSON.stringify({ timestamp: new Date(NOW - 60_000).toISOString(), ...line }));
    expect(await usageOf(owner)).toMatchObject({ pageviews: { used: 1, percentage: 33.33 } });
  });
});

describe('the API key', () => {
  const otherKey = `ff_live_${'0'.repeat(64)}`;

  test('is taken from either header, X-API-Key first', async () => {
    const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
    expect((await request('/account', { 'X-API-Key': client.key })).status).toBe(200);
    expect((await request('/account', bearer(client.key))).status).toBe(200);
    expect((await request('/account', { 'X-API-Key': client.key, ...bearer(otherKey) })).status).toBe(200);
    expect((await request('/account', { 'X-API-Key': otherKey, ...bearer(client.key) })).status).toBe(401);
  });

  test.each<[string, Record<string, string>]>([
    ['missing', {}],
    ['empty', { 'X-API-Key': '' }],
    ['malformed', { 'X-API-Key': "' OR 1=1 --" }],
    ['unknown', { 'X-API-Key': otherKey }],
    ['of 3,000 characters', { 'X-API-Key': 'f'.repeat(3000) }],
    ['in another scheme', { Authorization: `Basic ${otherKey}` }],
  ])('that is %s is a 401, whatever is asked for', async (_what, headers) => {
    for (const path of ['/account', '/websites/x/stats/main', '/nothing']) {
      const response = await request(path, headers);
      expect(response.status).toBe(401);
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
      expect(response.headers.get('RateLimit-Limit')).toBeNull();
      expect(await response.json()).toEqual({
        success: false,
        data: null,
        meta: { status: 401, errors: ['Invalid API key'], timestamp: new Date(NOW).toISOString() },
      });
    }
  });

  test('that was replaced or revoked is dead at once', async () => {
    const { id, key } = await service.account();
    const { db } = service.engines.postgres;
    const next = await generateApiKey(db, id, 'second', NOW);
    expect(next).toMatch(/^ff_live_[0-9a-f]{64}$/);
    expect((await request('/account', { 'X-API-Key': key })).status).toBe(401);
    expect((await request('/account', { 'X-API-Key': next })).status).toBe(200);
    await revokeApiKey(db, id);
    expect((await request('/account', { 'X-API-Key': next })).status).toBe(401);
  });
});

describe('what is not there', () => {
  test.each(['/account', '/account/subscription', '/account/usage'])('another method on %s', async (path) => {
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) {
      const answer = await client.call(method, path);
      expect(failureOf(answer)).toEqual({ status: 405, errors: ['Method not allowed'] });
      expect(answer.headers.get('Allow')).toBe('GET, HEAD');
    }
  });

  test.each(['/', '/accounts', '/account/key', '/websites/x/stats', '/%00', '/api/v1/account'])('%s', async (path) => {
    expect(failureOf(await client.call('GET', path))).toEqual({ status: 404, errors: ['Not found'] });
  });
});

test('every answer has a request id', async () => {
  for (const path of ['/account', '/nothing', '/openapi.json']) {
    expect((await request(path, {})).headers.get('X-Request-Id')).toMatch(/^[\w-]{10,}$/);
  }
});
