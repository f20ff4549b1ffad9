import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAccount, findAccountByEmail } from '../../src/accounts/accounts.js';
import { listScopedKeys } from '../../src/accounts/scoped-keys.js';
import { listSignInSessions } from '../../src/accounts/sign-in-sessions.js';
import { findTwoFactor } from '../../src/accounts/two-factor.js';
import { createWebsite } from '../../src/websites/create-website.js';
import { pageview, send } from '../service/browser.js';
import { type TestService, testService } from '../service/test-service.js';
import { newSignedInAccount, PASSWORD, signIn } from './accounts.js';
import { leadsTo, person } from './person.js';

const NOW = Date.parse('2026-03-29T00:59:40Z');
const MINUTE = 60_000;

let service: TestService;

beforeAll(async () => {
  service = await testService({ clock: NOW, environment: { PLAN_PAGEVIEWS_PER_MONTH: '2', ALLOW_SIGNUP: 'true' } });
  await person(service).post('/welcome', { email: 'owner@example.com', password: PASSWORD });
});
afterAll(() => service?.close());

const db = () => service.engines.postgres.db;

const textOf = async (answer: Promise<Response>) => (await answer).text();

test('signing up makes an account, where the installation allows it', async () => {
  const someone = person(service);
  expect(await textOf(someone.get('/login'))).toContain('href="/signup"');
  const email = `${crypto.randomUUID()}@example.com`;
  expect(leadsTo(await someone.post('/signup', { email, password: PASSWORD }))).toBe('/');
  expect(await textOf(someone.get('/settings/profile'))).toContain(email);
  const again = await person(service).post('/signup', { email, password: PASSWORD });
  expect(again.status).toBe(400);
  expect(await again.text()).toMatch(/id="email-error">This email is already in use\./);
});

test('an account has the language of the page that created it', async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const body = new URLSearchParams({ email, password: PASSWORD });
  const headers = { 'Sec-Fetch-Site': 'same-origin', 'Accept-Language': 'es' };
  expect((await service.app.request('/signup', { method: 'POST', headers, body })).status).toBe(303);
  expect((await findAccountByEmail(db(), email))?.language).toBe('es');
});

test('names are saved, or shown again with what is wrong', async () => {
  const { id, here } = await newSignedInAccount(service);
  expect(leadsTo(await here.get('/settings'))).toBe('/settings/profile');
  const saved = await here.post('/settings/profile', { firstName: 'Ada', lastName: 'Lovelace' });
  expect(await textOf(here.get(leadsTo(saved)!))).toContain('Name saved.');
  expect(await findAccount(db(), id)).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace' });
  expect(await textOf(here.get('/settings/profile?done=constructor'))).not.toContain('notice-good');
  const refused = await here.post('/settings/profile', { firstName: '<Grace>', lastName: 'x'.repeat(101) });
  expect(refused.status).toBe(400);
  const page = await refused.text();
  expect(page).toContain('value="&lt;Grace&gt;"');
  expect(page).toMatch(/id="lastName-error">Must be 0 to 100 characters\./);
  expect(page).toMatch(/name="lastName"[^>]*aria-describedby="lastName-error" aria-invalid="true"/);
  expect(await findAccount(db(), id)).toMatchObject({ firstName: 'Ada' });
});

test("a form's address leads to its page when it is opened", async () => {
  const { here } = await newSignedInAccount(service);
  for (const form of [
    ...['profile/picture', 'profile/picture/remove', 'profile/email', 'profile/email/verify', 'security/password'],
    ...['security/sessions/end', 'security/sessions/end-others', 'security/sessions/end-all', 'two-factor/begin'],
    'api-key/revoke',
  ]) {
    expect(leadsTo(await here.get(`/settings/${form}`))).toBe(`/settings/${form.split('/')[0]}`);
  }
  const next = '/settings/profile/email';
  expect(leadsTo(await person(service).get(next))).toBe(`/login?${new URLSearchParams({ next })}`);
  for (const none of ['nothing', '%0d%0a/nothing']) expect((await here.get(`/settings/${none}`)).status).toBe(404);
});

test('a picture is uploaded, shown and removed', async () => {
  const { id, here } = await newSignedInAccount(service);
  const upload = (bytes: Uint8Array<ArrayBuffer>, name: string) => {
    const form = new FormData();
    form.set('picture', new File([bytes], name, { type: 'image/png' }));
    return here.post('/settings/profile/picture', form);
  };
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
  expect(leadsTo(await upload(png, 'me.png'))).toBe('/settings/profile?done=picture');
  const picture = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
  expect((await findAccount(db(), id))?.picture).toBe(picture);
  expect(await textOf(here.get('/settings/profile'))).toContain(`src="${picture}"`);
  const refused = await upload(Uint8Array.from(Buffer.from('<svg onload="alert(1)">')), 'me.png');
  expect(await refused.text()).toMatch(/id="picture-error">Must be a PNG, JPEG or WebP image\./);
  expect((await here.post('/settings/profile/picture')).status).toBe(400);
  expect((await upload(new Uint8Array(64 * 1024 + 1), 'me.png')).status).toBe(400);
  expect((await upload(new Uint8Array(300 * 1024), 'me.png')).status).toBe(413);
  expect((await findAccount(db(), id))?.picture).toBe(picture);
  await here.post('/settings/profile/picture/remove');
  expect((await findAccount(db(), id))?.picture).toBeNull();
});

test('another email address takes the password', async () => {
  const [{ id, email, here }, other] = [await newSignedInAccount(service), await newSignedInAccount(service)];
  const next = `new-${email}`;
  const wrong = await here.post('/settings/profile/email', { email: next, password: 'wrong horse' });
  expect(wrong.status).toBe(400);
  const page = await wrong.text();
  expect(page).toContain(`value="${next}"`);
  expect(page).toMatch(/id="password-error">Incorrect password\./);
  expect(page).not.toContain('wrong horse');
  const taken = await here.post('/settings/profile/email', { email: other.email, password: PASSWORD });
  expect(await taken.text()).toMatch(/id="email-error">This email is already in use\./);
  expect(leadsTo(await here.post('/settings/profile/email', { email: next, password: PASSWORD }))).toMatch(
    /done=email/,
  );
  expect((await findAccount(db(), id))?.email).toBe(next);
  await signIn(service, next);
});

test('who sits at an open browser cannot guess the password there', async () => {
  const { here } = await newSignedInAccount(service);
  const guess = () => here.post('/settings/profile/email', { email: 'x@example.com', password: 'guess' });
  for (let number = 0; number < 10; number++) expect((await guess()).status).toBe(400);
  expect((await guess()).status).toBe(429);
});

test('without a mail server the page says where the link is', async () => {
  const { here } = await newSignedInAccount(service);
  expect(await textOf(here.get('/settings/profile'))).toContain('the link is in the server log');
  expect(await textOf(here.post('/forgot-password', { email: 'nobody@example.com' }))).toContain(
    'Check the server log',
  );
});

test('another password ends every other login', async () => {
  const { email, here } = await newSignedInAccount(service);
  const there = await signIn(service, email);
  const change = (password: string, newPassword: string) =>
    here.post('/settings/security/password', { password, newPassword });
  expect(await textOf(change('wrong horse', 'battery staple'))).toMatch(/id="password-error">Incorrect password\./);
  expect(await textOf(change(PASSWORD, 'short'))).toMatch(/id="newPassword-error">Must have at least 8 characters\./);
  expect((await there.get('/settings/security')).status).toBe(200);
  expect(leadsTo(await change(PASSWORD, 'battery staple'))).toBe('/settings/security?done=password');
  expect(leadsTo(await there.get('/settings/security'))).toMatch(/^\/login/);
  expect((await here.get('/settings/security')).status).toBe(200);
  await signIn(service, email, 'battery staple');
});

test('sessions are listed, and end one by one, all others, or all', async () => {
  const { id, email, here } = await newSignedInAccount(service);
  const [second, third] = [await signIn(service, email), await signIn(service, email)];
  const stranger = await newSignedInAccount(service);
  const page = await textOf(here.get('/settings/security'));
  expect(page.match(/Firefox on Linux<\/strong>/g)).toHaveLength(3);
  expect(page.match(/This device/g)).toHaveLength(1);
  expect(page.match(/Active now/g)).toHaveLength(1);
  expect(page.indexOf('Active now')).toBeLessThan(page.indexOf('Last active'));
  const alive = async () =>
    (await Promise.all([here, second, third].map((each) => each.get('/settings/security')))).map(
      ({ status }) => status,
    );

  const hashes = [...page.matchAll(/name="session" value="([0-9a-f]{64})"/g)].map(([, hash]) => hash!);
  expect(hashes).toHaveLength(2);
  for (const session of [...hashes, '\0', 'x']) {
    await stranger.here.post('/settings/security/sessions/end', { session });
  }
  expect(await alive()).toEqual([200, 200, 200]);
  await here.post('/settings/security/sessions/end', { session: hashes[0]! });
  expect((await alive()).toSorted()).toEqual([200, 200, 303]);
  await here.post('/settings/security/sessions/end-others');
  expect(await alive()).toEqual([200, 303, 303]);
  expect(leadsTo(await here.post('/settings/security/sessions/end-all'))).toBe('/login?left');
  expect(await listSignInSessions(db(), id, NOW)).toEqual([]);
  expect((await stranger.here.get('/settings/security')).status).toBe(200);
});

test('a second factor is set up, asked for and turned off', async () => {
  const { id, here } = await newSignedInAccount(service);
  expect(leadsTo(await here.get('/settings/two-factor'))).toBe('/settings/security');
  expect(leadsTo(await here.post('/settings/two-factor/begin'))).toBe('/settings/two-factor');
  const page = await textOf(here.get('/settings/two-factor'));
  const secret = /<code>([A-Z2-7]{32})<\/code>/.exec(page)?.[1] ?? '';
  expect(page).toMatch(/<svg class="qr-code"[^>]*role="img"/);
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.clock });

  const on = (fields: Record<string, string>) => here.post('/settings/two-factor', fields);
  const wrong = await on({ password: PASSWORD, code: '12' });
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain(secret);
  expect(await textOf(on({ password: 'wrong', code: code() }))).toMatch(/id="password-error"/);
  expect(await findTwoFactor(db(), id)).toMatchObject({ state: 'pending' });
  const codes = [...(await textOf(on({ password: PASSWORD, code: code() }))).matchAll(/<code>([\w-]{19})</g)];
  expect(codes).toHaveLength(10);
  expect(await textOf(here.get('/settings/security'))).toContain('10 recovery codes left');
  expect(leadsTo(await here.get('/settings/two-factor'))).toBe('/settings/security');

  service.clock += MINUTE;
  const off = (fields: Record<string, string>) => here.post('/settings/two-factor/off', fields);
  expect(await textOf(off({ password: 'wrong', code: code() }))).toMatch(/id="password-error"/);
  expect(await textOf(off({ password: PASSWORD, code: '12' }))).toMatch(/id="code-error"/);
  expect(await findTwoFactor(db(), id)).toMatchObject({ state: 'on' });
  expect(leadsTo(await off({ password: PASSWORD, code: codes[0]![1]! }))).toMatch(/done=two-factor-off/);
  expect(await findTwoFactor(db(), id)).toEqual({ state: 'off' });
  service.clock = NOW;
});

test('the API key is generated, regenerated and revoked, and the old one fails at once', async () => {
  const { here } = await newSignedInAccount(service);
  const ask = async (key: string) =>
    (await service.app.request('/api/v1/account', { headers: { 'X-API-Key': key } })).status;
  const markIn = (page: string) => /name="replaces" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const keyIn = (page: string) => /ff_live_[0-9a-f]{64}/.exec(page)?.[0] ?? '';
  const look = () => textOf(here.get('/settings/api-key'));

  const none = await look();
  expect(none).toContain('Generate API key');
  const form = { name: 'Billing <1>', replaces: markIn(none) };
  const first = keyIn(await textOf(here.post('/settings/api-key', form)));
  expect(await ask(first)).toBe(200);
  const active = await look();
  expect(active).not.toContain(first);
  expect(active).toContain(`${first.slice(0, 12)}…`);
  expect(active).toContain('Billing &lt;1&gt;');
  expect(active).toContain('fail with 401');
  expect(active).toContain('cannot be undone');

  const sentAgain = await here.post('/settings/api-key', form);
  expect(sentAgain.status).toBe(400);
  expect(await sentAgain.text()).toContain('was not replaced again');
  expect(await ask(first)).toBe(200);
  const named = await here.post('/settings/api-key', { name: 'x'.repeat(101), replaces: markIn(active) });
  expect(await named.text()).toMatch(/id="name-error">Must be 1 to 100 characters\./);
  expect(await ask(first)).toBe(200);

  const second = keyIn(await textOf(here.post('/settings/api-key', { name: '', replaces: markIn(active) })));
  expect([await ask(first), await ask(second)]).toEqual([401, 200]);
  expect(leadsTo(await here.post('/settings/api-key/revoke'))).toBe('/settings/api-key?done=revoked');
  expect(await ask(second)).toBe(401);
  expect(await textOf(here.get('/settings/api-key?done=revoked'))).toContain('API key revoked.');
  expect(leadsTo(await here.post('/settings/api-key/revoke'))).toBeDefined();
});

test('more keys are created with the chosen rights, listed and deleted', async () => {
  const { here, id } = await newSignedInAccount(service);
  const stranger = await newSignedInAccount(service);
  const { websites, plan } = service.services;
  const add = (accountId: string, name: string) =>
    createWebsite(websites, accountId, { name, domain: 'example.com', timezone: 'UTC' }, plan, service.clock);
  const [shop, foreign] = [await add(id, 'Shop <1>'), await add(stranger.id, 'Foreign')];
  const form = { moreName: 'Grafana <2>', moreRead: 'on', moreSql: 'on', moreWebsites: shop.id, moreExpires: '30' };
  const create = (more: object = {}) => here.post('/settings/api-key/more', { ...form, ...more });

  const created = await textOf(create());
  const key = /ff_live_[0-9a-f]{64}/.exec(created)![0];
  const ask = async (path: string) =>
    (await service.app.request(`/api/v1${path}`, { headers: { 'X-API-Key': key } })).status;
  expect([await ask(`/websites/${shop.id}`), await ask('/account'), await ask('/queries')]).toEqual([200, 403, 403]);
  const [stored] = await listScopedKeys(db(), id);
  expect(stored).toMatchObject({ scopes: ['read', 'sql'], websites: [shop.id] });
  expect(stored!.expiresAt!.getTime() - service.clock).toBe(30 * 86_400_000);
  const page = await textOf(here.get('/settings/api-key'));
  expect(page).not.toContain(key);
  for (const text of ['Grafana &lt;2&gt;', 'Shop &lt;1&gt;', `${key.slice(0, 12)}…`, 'Generate API key']) {
    expect(page).toContain(text);
  }

  expect(await textOf(create({ moreName: '' }))).toMatch(/id="moreName-error">Must be 1 to 100 characters\./);
  expect(await textOf(create({ moreRead: '', moreSql: '' }))).toContain('Choose at least one scope.');
  expect(await textOf(create({ moreWebsites: foreign.id }))).toContain('Must be ids of websites of this account.');
  expect((await create({ moreExpires: '9999999999' })).status).toBe(400);
  expect(await listScopedKeys(db(), id)).toHaveLength(1);

  await stranger.here.post('/settings/api-key/more/revoke', { key: stored!.id });
  expect(await ask(`/websites/${shop.id}`)).toBe(200);
  const deleted = await here.post('/settings/api-key/more/revoke', { key: stored!.id });
  expect(leadsTo(deleted)).toBe('/settings/api-key?done=deleted#more-keys');
  expect(await ask(`/websites/${shop.id}`)).toBe(401);
});

test('a key that is asked for many times at once is one', async () => {
  const { here } = await newSignedInAccount(service);
  const asking = Array.from({ length: 5 }, () => here.post('/settings/api-key', { name: '', replaces: 'none' }));
  expect((await Promise.all(asking)).map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
});

test('what is used of the plan is told, and plainly when it is more than all', async () => {
  const { here } = await newSignedInAccount(service);
  const api = /ff_live_[0-9a-f]{64}/.exec(await textOf(here.post('/settings/api-key', { replaces: 'none' })))![0];
  const website = await service.app.request('/api/v1/websites', {
    method: 'POST',
    headers: { 'X-API-Key': api, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Shop', domain: 'example.com', timezone: 'UTC' }),
  });
  const { data } = (await website.json()) as { data: { apiKey: string } };
  const usage = async (views: number) => {
    for (let view = 0; view < views; view++) await send(service, pageview(data.apiKey, `/${view}`));
    await service.drain();
    return textOf(here.get('/settings/profile'));
  };
  const full = await usage(2);
  expect(full).toContain('2 of 2');
  expect(full).not.toContain('% of the pageviews');
  expect(full).toContain('Websites: <strong>1</strong> website');
  const over = await usage(1);
  expect(over).toContain('3 of 2');
  expect(over).toContain('150% of this month’s pageviews');
});
