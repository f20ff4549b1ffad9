import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMailedLink } from '../../src/accounts/mailed-links.js';
import { listSignInSessions } from '../../src/accounts/sign-in-sessions.js';
import { beginTwoFactor, confirmTwoFactor, findTwoFactor } from '../../src/accounts/two-factor.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';
import { newAccount, PASSWORD, signIn } from './accounts.js';
import { leadsTo, person } from './person.js';

const NOW = Date.parse('2026-03-29T00:59:40Z');
const MINUTE = 60_000;
const LOGIN = '__Host-footfall_login';

let service: TestService;

beforeAll(async () => {
  service = await sharedService({ clock: NOW });
});
beforeEach(() => {
  service.clock = NOW;
});
afterAll(() => service?.close());

const db = () => service.engines.postgres.db;

test.each([
  ['https://footfall.example/settings/profile?done=names', '/settings/profile'],
  ['https://footfall.example//evil.example', '/'],
  ['evil', '/'],
])('a form that is sent without a login is not saved, says so, and leads back: %s', async (Referer, next) => {
  const headers = { 'Sec-Fetch-Site': 'same-origin', Referer };
  const answer = await service.app.request('/settings/profile', { method: 'POST', headers });
  expect(leadsTo(answer)).toBe(`/login?${new URLSearchParams({ next, unsaved: '1' })}`);
  const page = await (await person(service).get(leadsTo(answer)!)).text();
  expect(page).toContain('You were signed out, so nothing was saved.');
  expect(page.includes(`name="next" value="${next}"`)).toBe(next !== '/');
});

test('signing in leads to the page that was asked for, and out again', async () => {
  const { id, email } = await newAccount(service);
  const someone = person(service);
  const turnedAway = await someone.get('/settings/profile?done=names');
  expect(leadsTo(turnedAway)).toBe('/login?next=%2Fsettings%2Fprofile%3Fdone%3Dnames');
  const page = await (await someone.get(leadsTo(turnedAway)!)).text();
  expect(page).toContain('name="next" value="/settings/profile?done=names"');

  const answer = await someone.post('/login', {
    email: ` ${email.toUpperCase()} `,
    password: PASSWORD,
    next: '/websites',
  });
  expect(leadsTo(answer)).toBe('/websites');
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith(LOGIN)) ?? '';
  expect(cookie.split('; ').slice(1).toSorted()).toEqual([
    'HttpOnly',
    'Max-Age=2592000',
    'Path=/',
    'SameSite=Lax',
    'Secure',
  ]);
  expect((await someone.get('/settings/profile')).status).toBe(200);
  expect(leadsTo(await someone.get('/login'))).toBe('/');
  expect(leadsTo(await someone.get('/'))).toBe('/websites');
  expect(await listSignInSessions(db(), id, NOW)).toMatchObject([{ browser: 'Firefox on Linux' }]);

  const token = someone.cookies.get(LOGIN)!;
  expect(leadsTo(await someone.post('/logout'))).toBe('/login?left');
  expect(someone.cookies.has(LOGIN)).toBe(false);
  someone.cookies.set(LOGIN, token);
  expect(leadsTo(await someone.get('/settings/profile'))).toMatch(/^\/login/);
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/\t/evil.example', 'javascript:alert(1)', ''])(
  'signing in never leads elsewhere: %j',
  async (next) => {
    const { email } = await newAccount(service);
    expect(leadsTo(await person(service).post('/login', { email, password: PASSWORD, next }))).toBe('/');
  },
);

test('a login lasts while it is used, and its cookie with it', async () => {
  const { email } = await newAccount(service);
  const someone = await signIn(service, email);
  const day = 24 * 60 * MINUTE;
  service.clock = NOW + 29 * day;
  const answer = await someone.get('/settings/profile');
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie().join()).toContain('Max-Age=2592000');
  service.clock = NOW + 58 * day;
  expect((await someone.get('/settings/profile')).status).toBe(200);
  service.clock = NOW + 89 * day;
  expect(leadsTo(await someone.get('/settings/profile'))).toMatch(/^\/login/);
});

test('a wrong password and an unknown address look the same, and keep what was typed', async () => {
  const { email } = await newAccount(service);
  const unknown = `${crypto.randomUUID()}@example.com`;
  const texts = [];
  for (const typed of [email, unknown]) {
    const answer = await person(service).post('/login', { email: typed, password: 'wrong horse' });
    expect(answer.status).toBe(400);
    const text = await answer.text();
    expect(text).toContain(`value="${typed}"`);
    expect(text).not.toContain('wrong horse');
    texts.push(text.replaceAll(typed, ''));
  }
  expect(texts[0]).toBe(texts[1]);
});

test('guessing a password from one address ends after ten, whether there is such an account', async () => {
  const { email } = await newAccount(service);
  const guesser = person(service);
  for (const victim of [email, `${crypto.randomUUID()}@example.com`]) {
    for (let guess = 0; guess < 10; guess++) {
      expect((await guesser.post('/login', { email: victim, password: `guess ${guess}` })).status).toBe(400);
    }
    const refused = await guesser.post('/login', { email: victim.toUpperCase(), password: PASSWORD });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(900);
    expect(await refused.text()).toMatch(/Try again in \d+ (minutes|seconds)/);
  }
  const { email: other } = await newAccount(service);
  await signIn(service, other);
});

test('many guesses at once are no more than the rest', async () => {
  const { email } = await newAccount(service);
  const guesser = person(service);
  const guesses = Array.from({ length: 20 }, () => guesser.post('/login', { email, password: 'guess' }));
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

test('guessing from one address ends after fifty, an IPv6 network counting as one', async () => {
  const { email } = await newAccount(service);
  const victims = await Promise.all(Array.from({ length: 10 }, () => newAccount(service)));
  const guess = (host: number) =>
    person(service, `2001:db8:1:2::${host.toString(16)}`).post('/login', {
      email: victims[host % victims.length]!.email,
      password: 'x',
    });
  for (let host = 1; host <= 50; host++) expect((await guess(host)).status).toBe(400);
  expect((await guess(51)).status).toBe(429);
  expect((await person(service, '2001:db8:1:3::1').post('/login', { email, password: PASSWORD })).status).toBe(303);
});

test('who signs in often is not taken for one who guesses', async () => {
  const { email } = await newAccount(service);
  const someone = person(service);
  for (let time = 0; time < 12; time++) {
    expect(leadsTo(await someone.post('/login', { email, password: PASSWORD }))).toBe('/');
  }
});

test('without links that sign in, as in the demo, none is served, even when one is stored', async () => {
  const someone = person(service);
  const token = await createMailedLink(db(), await newAccount(service), 'sign-in', service.clock);
  expect((await someone.get(`/sign-in/${token}`)).status).toBe(404);
  expect(someone.cookies.has(LOGIN)).toBe(false);
});

test('with a second factor, the password opens nothing yet', async () => {
  const { id, email } = await newAccount(service);
  await beginTwoFactor(db(), id);
  const twoFactor = await findTwoFactor(db(), id);
  const secret = twoFactor.state === 'pending' ? twoFactor.secret : '';
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.clock });
  await confirmTwoFactor(db(), id, { password: PASSWORD, code: code() }, service.clock);
  service.clock += MINUTE;

  const someone = person(service);
  const late = '/login?next=%2F&late=1';
  expect(leadsTo(await someone.get('/login/two-factor'))).toBe(late);
  expect(leadsTo(await someone.post('/login/two-factor', { code: code() }))).toBe(late);
  const half = await someone.post('/login', { email, password: PASSWORD, next: '/settings/security' });
  expect(leadsTo(half)).toBe('/login/two-factor?next=%2Fsettings%2Fsecurity');
  expect(someone.cookies.has(LOGIN)).toBe(false);
  expect(await listSignInSessions(db(), id, service.clock)).toEqual([]);
  expect(leadsTo(await someone.get('/settings/security'))).toMatch(/^\/login/);
  const step = await someone.get(leadsTo(half)!);
  expect(step.status).toBe(200);
  expect(await step.text()).toContain('href="/login?next=%2Fsettings%2Fsecurity"');

  const wrong = await someone.post('/login/two-factor', { code: '12', next: '/settings/security' });
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain('name="next" value="/settings/security"');
  const forged = person(service);
  for (const [name, value] of someone.cookies) forged.cookies.set(name, `${value.slice(0, -2)}AA`);
  expect(leadsTo(await forged.post('/login/two-factor', { code: code() }))).toBe(late);

  const { clock } = service;
  service.clock = clock + 5 * MINUTE;
  const tooLate = await someone.post('/login/two-factor', { code: code(), next: '/settings/security' });
  expect(leadsTo(tooLate)).toBe('/login?next=%2Fsettings%2Fsecurity&late=1');
  expect(leadsTo(await someone.get(leadsTo(half)!))).toBe(leadsTo(tooLate));
  const again = await (await someone.get(leadsTo(tooLate)!)).text();
  expect(again).toContain('Your sign-in expired. Please sign in again.');
  expect(again).toContain('name="next" value="/settings/security"');
  service.clock = clock;
  expect(leadsTo(await someone.post('/login/two-factor', { code: code(), next: '/settings/security' }))).toBe(
    '/settings/security',
  );
  expect((await someone.get('/settings/security')).status).toBe(200);

  const thief = person(service);
  await thief.post('/login', { email, password: PASSWORD });
  for (let guess = 0; guess < 5; guess++) {
    expect((await thief.post('/login/two-factor', { code: code() })).status).toBe(400);
  }
  expect((await thief.post('/login/two-factor', { code: code() })).status).toBe(429);
});
