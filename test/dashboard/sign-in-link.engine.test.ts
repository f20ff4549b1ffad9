import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMailedLink, type LinkPurpose } from '../../src/accounts/mailed-links.js';
import { mailedLinks } from '../../src/postgres/schema.js';
import { type TestService, testService } from '../service/test-service.js';
import { newAccount, PASSWORD } from './accounts.js';
import { leadsTo, person } from './person.js';
import { turnOnTwoFactor } from './two-factor-person.js';

const NOW = Date.parse('2026-03-29T00:59:40Z');
const MINUTE = 60_000;
const LOGIN = '__Host-footfall_login';

let service: TestService;

const db = () => service.engines.postgres.db;

async function linkFor(owner: { readonly id: string; readonly email: string }, purpose: LinkPurpose = 'sign-in') {
  return `/sign-in/${await createMailedLink(db(), owner, purpose, service.clock)}`;
}

describe('where links sign in, as in the demo, a link', () => {
  beforeAll(async () => {
    service = await testService({ clock: NOW, signInLinks: true });
  });
  beforeEach(() => {
    service.clock = NOW;
  });
  afterAll(() => service?.close());

  test('signs in once', async () => {
    const path = await linkFor(await newAccount(service));
    const [owner, other] = [person(service), person(service)];
    expect(leadsTo(await owner.get(path))).toBe('/');
    expect(leadsTo(await owner.get('/'))).toBe('/websites');

    const second = await other.get(path);
    expect([second.status, other.cookies.has(LOGIN)]).toEqual([404, false]);
    expect(await second.text()).toContain('This link doesn’t work');
    // The browser may have loaded the page ahead of the click.
    expect(leadsTo(await owner.get(path))).toBe('/');
  });

  test('signs in one of several that use it at once', async () => {
    const path = await linkFor(await newAccount(service));
    const people = Array.from({ length: 8 }, () => person(service));
    const answers = await Promise.all(people.map((each) => each.get(path)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, ...Array.from({ length: 7 }, () => 404)]);
    expect(people.filter(({ cookies }) => cookies.has(LOGIN))).toHaveLength(1);
  });

  test('is not used up by a request for its headers', async () => {
    const path = await linkFor(await newAccount(service));
    expect((await service.app.request(path, { method: 'HEAD' })).status).toBe(204);
    expect(leadsTo(await person(service).get(path))).toBe('/');
  });

  test('works for 15 minutes', async () => {
    const [inTime, late] = [await linkFor(await newAccount(service)), await linkFor(await newAccount(service))];
    service.clock = NOW + 15 * MINUTE - 1;
    expect(leadsTo(await person(service).get(inTime))).toBe('/');
    service.clock = NOW + 15 * MINUTE;
    expect((await person(service).get(late)).status).toBe(404);
  });

  test('is stored as a hash', async () => {
    const path = await linkFor(await newAccount(service));
    const stored = JSON.stringify(await db().select().from(mailedLinks));
    expect(stored).toContain('sign-in');
    expect(stored).not.toContain(path.replace('/sign-in/', ''));
  });

  test.each(['reset-password', 'verify-email'] as const)('must have been made for it, not for %s', async (purpose) => {
    const path = await linkFor(await newAccount(service), purpose);
    expect((await person(service).get(path)).status).toBe(404);
    expect((await person(service).get(path.replace('sign-in', purpose))).status).toBe(200);
  });

  test('resets no password and verifies no address', async () => {
    const path = await linkFor(await newAccount(service));
    for (const purpose of ['reset-password', 'verify-email']) {
      expect((await person(service).get(path.replace('sign-in', purpose))).status).toBe(404);
    }
    expect(leadsTo(await person(service).get(path))).toBe('/');
  });

  test('is followed by the second factor, when there is one', async () => {
    const owner = await newAccount(service);
    const code = await turnOnTwoFactor(service, owner.id, PASSWORD);
    const someone = person(service);
    expect(leadsTo(await someone.get(await linkFor(owner)))).toBe('/login/two-factor');
    expect(someone.cookies.has(LOGIN)).toBe(false);
    expect(leadsTo(await someone.post('/login/two-factor', { code: code() }))).toBe('/');
  });

  test.each(['', 'x', '%00', '%FF', 'a'.repeat(5000), "'; DROP TABLE accounts; --", '../websites'])(
    'that was made up signs nobody in: %j',
    async (token) => {
      const someone = person(service);
      const { status } = await someone.get(`/sign-in/${token}`);
      expect(status).toBeGreaterThanOrEqual(300);
      expect(status).toBeLessThan(500);
      expect(someone.cookies.has(LOGIN)).toBe(false);
    },
  );
});
