import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { revokeApiKey } from '../../src/accounts/api-keys.js';
import { createAccount } from '../../src/accounts/create-account.js';
import { startSignInSession } from '../../src/accounts/sign-in-sessions.js';
import { createSharedLink } from '../../src/websites/shared-links.js';
import { person } from '../dashboard/person.js';
import { apiClient } from './api-client.js';
import { type TestService, testService } from './test-service.js';

const LIMIT = 60;
const LOGIN = '__Host-footfall_login';

let service: TestService;
let addresses = 0;
let address = '';

beforeAll(async () => {
  service = await testService();
});
beforeEach(() => {
  addresses += 1;
  address = `203.0.113.${addresses}`;
});
afterAll(() => service?.close());

const db = () => service.engines.postgres.db;

const get = async (path: string, headers: Record<string, string> = {}, from = address): Promise<Response> => {
  const socket = { remoteAddress: from, remotePort: 4711, remoteFamily: from.includes(':') ? 'IPv6' : 'IPv4' };
  return service.app.request(path, { headers }, { incoming: { socket } });
};

const withKey = (key: string, from = address) => get('/api/v1/account', { 'X-API-Key': key }, from);
const withCookie = (token: string) => get('/settings/profile', { Cookie: `${LOGIN}=${token}` });

/** Asks until it is refused. What the answers before were. */
async function until429(ask: (guess: number) => Promise<Response>): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let guess = 0; guess < 2 * LIMIT; guess++) {
    const { status } = await ask(guess);
    if (status === 429) return statuses;
    statuses.push(status);
  }
  return statuses;
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status);

describe('wrong API keys', () => {
  test('from one address end in 429, before the database is asked', async () => {
    const wrong = (guess: number) => withKey(guess % 2 === 0 ? `wrong-${guess}` : `ff_live_${'c'.repeat(64)}`);
    expect(await until429(wrong)).toEqual(times(LIMIT, 401));
    const refused = await withKey('wrong');
    expect(await refused.json()).toMatchObject({
      success: false,
      data: null,
      meta: { status: 429, errors: ['Too many failed attempts'] },
    });
    const wait = Number(refused.headers.get('Retry-After'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await withKey('wrong', '192.0.2.1')).status).toBe(401);
  });

  test('of an IPv6 network are counted together', async () => {
    await until429((guess) => withKey('wrong', `2001:db8:5:6::${guess.toString(16)}`));
    expect((await withKey('wrong', '2001:db8:5:6:ffff::1')).status).toBe(429);
    expect((await withKey('wrong', '2001:db8:5:7::1')).status).toBe(401);
  });

  test('do not refuse a key that was valid a moment ago, and one to a new one', async () => {
    const [owner, other] = [await apiClient(service), await apiClient(service)];
    expect((await withKey(owner.key)).status).toBe(200);
    await until429(() => withKey('wrong'));
    for (let time = 0; time < 3; time++) expect((await withKey(owner.key)).status).toBe(200);
    expect((await withKey(other.key)).status).toBe(429);
    expect((await withKey(other.key, '192.0.2.2')).status).toBe(200);
    expect((await withKey(other.key)).status).toBe(200);
  });

  test('are those that were revoked, too', async () => {
    const owner = await apiClient(service);
    expect((await withKey(owner.key)).status).toBe(200);
    await revokeApiKey(db(), owner.accountId);
    expect((await withKey(owner.key)).status).toBe(401);
    expect(await until429(() => withKey(owner.key))).toEqual(times(LIMIT, 401));
  });

  test('many at once are no more than the rest', async () => {
    const statuses = await Promise.all(times(3 * LIMIT, 0).map(async () => (await withKey('wrong')).status));
    expect(statuses.filter((status) => status === 401)).toHaveLength(LIMIT);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2 * LIMIT);
  });
});

test('a valid key is not counted, however many requests have it at once', async () => {
  const owner = await apiClient(service);
  const statuses = await Promise.all(times(3 * LIMIT, 0).map(async () => (await withKey(owner.key)).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await until429(() => withKey('wrong'))).toEqual(times(LIMIT, 401));
});

describe('wrong cookies', () => {
  test('of the sign-in end in 429, and the page to sign in stays open', async () => {
    const account = await service.account();
    const token = await startSignInSession(db(), account.id, 'Firefox', service.clock);
    expect(await until429((guess) => withCookie(`wrong-${guess}`))).toEqual(times(LIMIT, 303));
    expect((await withCookie(token)).status).toBe(429);
    expect((await get('/login', { Cookie: `${LOGIN}=wrong` })).status).toBe(200);
    expect((await withKey(account.key)).status).toBe(200);
  });

  test('do not turn away who signs in then', async () => {
    await createAccount(db(), { email: 'ada@example.com', password: 'correct horse' }, service.clock);
    const someone = person(service, address);
    await until429((guess) => withCookie(`wrong-${guess}`));
    await someone.post('/login', { email: 'ada@example.com', password: 'correct horse' });
    expect((await someone.get('/settings/profile')).status).toBe(200);
  });
});

test('shared links that are guessed end in 429, and one that is known goes on', async () => {
  const owner = await apiClient(service);
  const { id } = await owner.website();
  const share = async () => (await createSharedLink(db(), id, { name: 'Board' }, service.clock)).token;
  const [known, fresh] = [await share(), await share()];
  expect((await get(`/share/${known}`)).status).toBe(200);
  expect(await until429((guess) => get(`/share/wrong-${guess}`))).toEqual(times(LIMIT, 404));
  expect((await get(`/share/${known}`)).status).toBe(200);
  expect((await get(`/share/${fresh}`)).status).toBe(429);
});

test.each(['/reset-password', '/verify-email'])('mailed links that are guessed end in 429: %s', async (path) => {
  expect(await until429((guess) => get(`${path}/wrong-${guess}`))).toEqual(times(LIMIT, 404));
});
