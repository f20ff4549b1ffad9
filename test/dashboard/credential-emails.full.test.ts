import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SmtpServer, smtpServer } from '../notifications/mail/smtp-server.js';
import { type TestService, testService } from '../service/test-service.js';
import { newSignedInAccount, PASSWORD, signIn } from './accounts.js';
import { leadsTo, person } from './person.js';
import { mailedPath, mailTo } from './read-mail.js';
import { turnOnTwoFactor } from './two-factor-person.js';

const NOW = Date.parse('2026-03-29T00:59:40Z');
const NEW_PASSWORD = 'battery staple';

let service: TestService;
let mail: SmtpServer;

beforeAll(async () => {
  mail = await smtpServer();
  service = await testService({ clock: NOW, environment: { SMTP_URL: mail.url, MAIL_FROM: 'footfall@stats.example' } });
});
beforeEach(() => {
  service.clock = NOW;
  mail.refuses = false;
});
afterAll(async () => {
  await service?.close();
  await mail?.close();
});

const subjectsTo = (email: string) => mailTo(mail, email).map((text) => /^Subject: (.*)$/m.exec(text)?.[1]);

/** The email of that subject, as soon as it is there. */
async function emailTo(email: string, subject: string): Promise<string> {
  await expect.poll(() => subjectsTo(email)).toContain(subject);
  return mailTo(mail, email).find((text) => text.includes(`Subject: ${subject}`)) ?? '';
}

test('a new password is announced: when, in which browser, and what to do about it', async () => {
  const { email, here } = await newSignedInAccount(service);
  await here.post('/settings/security/password', { password: 'wrong', newPassword: NEW_PASSWORD });
  await here.post('/settings/security/password', { password: PASSWORD, newPassword: NEW_PASSWORD });
  const text = await emailTo(email, 'Your Footfall password was changed');
  expect(text).toContain(email);
  expect(text).toContain('29 Mar 2026, 00:59 UTC');
  expect(text).toContain('Firefox on Linux');
  expect(text).toContain('https://footfall.example/forgot-password');
  expect(text).not.toContain(NEW_PASSWORD);
  expect(subjectsTo(email)).toHaveLength(1);
});

test('a password that was reset by a mailed link is announced', async () => {
  const { email } = await newSignedInAccount(service);
  const someone = person(service);
  await someone.post('/forgot-password', { email });
  await someone.post(await mailedPath(mail, email), { password: NEW_PASSWORD });
  await emailTo(email, 'Your Footfall password was reset');
});

test('another email address is announced to both, and the browser is still known', async () => {
  const { email, here } = await newSignedInAccount(service);
  const next = `new-${email}`;
  expect(leadsTo(await here.post('/settings/profile/email', { email: next, password: PASSWORD }))).toMatch(
    /done=email/,
  );
  const subject = 'The email address of your Footfall account was changed';
  for (const to of [email, next]) expect(await emailTo(to, subject)).toContain(next);
});

test('the second factor and the API key are announced', async () => {
  const { email, here } = await newSignedInAccount(service);
  await here.post('/settings/api-key', { replaces: 'none' });
  await emailTo(email, 'A new API key was created for your Footfall account');
  const page = await (await here.get('/settings/api-key')).text();
  await here.post('/settings/api-key', { replaces: /name="replaces" value="([^"]+)"/.exec(page)?.[1] ?? '' });
  const text = await emailTo(email, 'The API key of your Footfall account was replaced');
  expect(text).not.toContain('ff_live_');
  await here.post('/settings/api-key/revoke');
  await emailTo(email, 'The API key of your Footfall account was revoked');
  await here.post('/settings/api-key/revoke');

  await here.post('/settings/two-factor/begin');
  const setUp = await (await here.get('/settings/two-factor')).text();
  const secret = Secret.fromBase32(/<code>([A-Z2-7]{32})<\/code>/.exec(setUp)?.[1] ?? '');
  const code = () => new TOTP({ secret }).generate({ timestamp: service.clock });
  await here.post('/settings/two-factor', { password: PASSWORD, code: code() });
  await emailTo(email, 'Two-factor authentication was enabled for your Footfall account');
  service.clock += 60_000;
  await here.post('/settings/two-factor/off', { password: PASSWORD, code: code() });
  await emailTo(email, 'Two-factor authentication was disabled for your Footfall account');
  expect(subjectsTo(email)).toHaveLength(5);
});

test('a mail server that refuses fails no change', async () => {
  const { email, here } = await newSignedInAccount(service);
  mail.refuses = true;
  const change = await here.post('/settings/security/password', { password: PASSWORD, newPassword: NEW_PASSWORD });
  expect(leadsTo(change)).toBe('/settings/security?done=password');
  await signIn(service, email, NEW_PASSWORD);
});

test('emails about one account are bounded', async () => {
  const { email, here } = await newSignedInAccount(service);
  for (let change = 0; change < 15; change++) {
    await here.post('/settings/api-key', { replaces: 'none' });
    await here.post('/settings/api-key/revoke');
  }
  await expect.poll(() => subjectsTo(email).length).toBe(20);
});

test('with a second factor, a new password or address takes a code', async () => {
  const { id, email, here } = await newSignedInAccount(service);
  for (const page of ['security', 'profile']) {
    expect(await (await here.get(`/settings/${page}`)).text()).not.toContain('name="code"');
  }
  const code = await turnOnTwoFactor(service, id, PASSWORD);
  const pages = ['security', 'profile'].map(async (page) => (await here.get(`/settings/${page}`)).text());
  for (const page of await Promise.all(pages)) expect(page).toContain('name="code"');

  const newPassword = (given: string) =>
    here.post('/settings/security/password', { password: PASSWORD, newPassword: NEW_PASSWORD, code: given });
  const newEmail = (given: string, password: string) =>
    here.post('/settings/profile/email', { email: `new-${email}`, password, code: given });
  for (const wrong of [await newPassword(''), await newPassword('12'), await newEmail('', PASSWORD)]) {
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toMatch(/id="code-error">Incorrect or already used code\./);
  }
  expect(leadsTo(await newPassword(code()))).toBe('/settings/security?done=password');
  expect((await newEmail(code(), NEW_PASSWORD)).status).toBe(400);
  service.clock += 60_000;
  expect(leadsTo(await newEmail(code(), NEW_PASSWORD))).toMatch(/done=email/);
});

test('a sign-in that waits for its code ends with a new password, and with the second factor', async () => {
  const { id, email } = await newSignedInAccount(service);
  const code = await turnOnTwoFactor(service, id, PASSWORD);
  const [thief, other] = [person(service), person(service)];
  for (const each of [thief, other])
    expect(leadsTo(await each.post('/login', { email, password: PASSWORD }))).toMatch(/two-factor/);
  const owner = await signIn(service, email, PASSWORD, code());
  service.clock += 60_000;
  await owner.post('/settings/security/password', { password: PASSWORD, newPassword: NEW_PASSWORD, code: code() });
  service.clock += 60_000;
  expect(leadsTo(await thief.post('/login/two-factor', { code: code() }))).toMatch(/^\/login\?.*late=1/);
  expect((await thief.get('/login/two-factor')).status).toBe(303);

  await other.post('/login', { email, password: NEW_PASSWORD });
  expect((await other.get('/login/two-factor')).status).toBe(200);
  await owner.post('/settings/two-factor/off', { password: NEW_PASSWORD, code: code() });
  expect((await other.get('/login/two-factor')).status).toBe(303);
});
