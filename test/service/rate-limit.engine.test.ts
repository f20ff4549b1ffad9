import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateApiKey } from '../../src/accounts/api-keys.js';
import { apiClient, failureOf } from './api-client.js';
import { type TestService, testService } from './test-service.js';

let service: TestService;

beforeAll(async () => {
  service = await testService({ environment: { RATE_LIMIT_PER_MINUTE: '3' } });
});

afterAll(() => service.close());

test('every authenticated answer tells what is left, and all of an account take from the same', async () => {
  const [owner, other] = [await apiClient(service), await apiClient(service)];
  const left: (string | null)[] = [];
  for (const path of ['/account', '/nothing', '/websites/x']) {
    const { headers } = await owner.call('GET', path);
    expect(headers.get('RateLimit-Limit')).toBe('3');
    expect(Number(headers.get('RateLimit-Reset'))).toBeGreaterThanOrEqual(1);
    left.push(headers.get('RateLimit-Remaining'));
  }
  expect(left).toEqual(['2', '1', '0']);

  const refused = await owner.call('GET', '/account');
  expect(failureOf(refused)).toEqual({ status: 429, errors: ['Rate limit exceeded'] });
  expect(refused.headers.get('RateLimit-Remaining')).toBe('0');
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
  expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
  expect((await other.get('/account')).status).toBe(200);
});

test('the rate comes after the key and before everything else', async () => {
  const owner = await apiClient(service);
  for (let used = 0; used < 3; used++) await owner.get('/account');
  const request = (method: string, path: string, key: string) =>
    service.app.request(`/api/v1${path}`, { method, headers: { 'X-API-Key': key } });
  expect((await request('GET', '/account', 'wrong')).status).toBe(401);
  expect((await request('PUT', '/account', owner.key)).status).toBe(429);
  expect((await request('GET', '/nothing', owner.key)).status).toBe(429);
  expect((await request('GET', '/websites/x', owner.key)).status).toBe(429);
  expect((await request('POST', '/websites', owner.key)).status).toBe(429);
});

test('another key of the account takes from the same', async () => {
  const owner = await apiClient(service);
  const left = async (key: string) => {
    const { headers } = await service.app.request('/api/v1/account', { headers: { 'X-API-Key': key } });
    return headers.get('RateLimit-Remaining');
  };
  expect(await left(owner.key)).toBe('2');
  const key = await generateApiKey(service.engines.postgres.db, owner.accountId, undefined, service.clock);
  expect(await left(key)).toBe('1');
});

test('the collector and what needs no key have no such limit', async () => {
  for (let request = 0; request < 5; request++) {
    for (const path of ['/api/v1/openapi.json', '/health/live', '/js/tracker.min.js']) {
      const { status, headers } = await service.app.request(path);
      expect(status).toBe(200);
      expect(headers.get('RateLimit-Limit')).toBeNull();
    }
  }
});
