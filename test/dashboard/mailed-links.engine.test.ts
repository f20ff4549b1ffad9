import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAccountByEmail } from '../../src/accounts/accounts.js';
import { type SmtpServer, smtpServer } from '../notifications/mail/smtp-server.js';
import { BASE_URL, type TestService, testService } from '../service/test-service.js';
import { newAccount, PASSWORD, signIn } from './accounts.js';
import { leadsTo, person } from './person.js';
import { mailedPath } from './read-mail.js';

const NOW = Date.parse('2026-03-29T00:59:40Z');

let service: TestService;
let mail: SmtpServer;

beforeAll(async () => {
  mail = await smtpServer();
  const environment = { SMTP_URL: mail.url, MAIL_FROM: 'Footfall <footfall@stats.example>' };
  service = await testService({ clock: NOW, environment });
});
afterAll(async () => {
  await service?.close();
  await mail?.close();
});

const db = () => service.engines.postgres.db;

test('who makes an account is asked whether the address is theirs', async () => {
  await person(service).post('/welcome', { email: 'owner@example.com', password: PASSWORD });
  expect(await mailedPath(mail, 'owner@example.com')).toMatch(/^\/verify-email\/[\w-]{43}$/);
});

test('a forgotten password is replaced by a mailed link, which says nothing about who has an account', async () => {
  const { email } = await newAccount(service);
  const inside = await signIn(service, email);
  const [someone, unknown] = [person(service), `${crypto.randomUUID()}@example.com`];
  const texts = [];
  for (const typed of [email, unknown]) {
    const answer = await someone.post('/forgot-password', { email: typed });
    expect(answer.status).toBe(200);
    texts.push((await answer.text()).replaceAll(typed, ''));
  }
  expect(texts[0]).toBe(texts[1]);

  const path = await mailedPath(mail, email);
  expect(path).toMatch(/^\/reset-password\/[\w-]{43}$/);
  expect(mail.received.some(({ to }) => to.includes(unknown))).toBe(false);
  expect((await someone.get(path)).status).toBe(200);
  const short = await someone.post(path, { password: 'short' });
  expect(short.status).toBe(400);
  expect(await short.text()).toContain('Must have at least 8 characters.');
  expect(leadsTo(await someone.post(path, { password: 'battery staple' }))).toBe('/login?changed');
  expect(leadsTo(await inside.get('/settings/profile'))).toMatch(/^\/login/);
  expect((await someone.get(path)).status).toBe(404);
  expect((await someone.post(path, { password: 'tr0ub4dor & 3' })).status).toBe(404);
  expect((await person(service).post('/login', { email, password: PASSWORD })).status).toBe(400);
  await signIn(service, email, 'battery staple');
});

test('emails are not asked for without end', async () => {
  const { email } = await newAccount(service);
  for (let sent = 0; sent < 5; sent++) {
    expect((await person(service).post('/forgot-password', { email })).status).toBe(200);
  }
  expect((await person(service).post('/forgot-password', { email })).status).toBe(429);
});

test('nor by changing to one address after another', async () => {
  const { email } = await newAccount(service);
  const someone = await signIn(service, email);
  const change = (to: string) => someone.post('/settings/profile/email', { email: to, password: PASSWORD });
  for (let sent = 0; sent < 3; sent++) expect((await change('somebody@elsewhere.example')).status).toBe(303);
  expect((await change('somebody@elsewhere.example')).status).toBe(429);
});

test('a link that does not work costs no password, and is not tried without end', async () => {
  const someone = person(service);
  for (let guess = 0; guess < 50; guess++) {
    expect((await someone.post(`/reset-password/${guess}`, { password: 'short' })).status).toBe(404);
  }
  expect((await someone.post('/reset-password/50', { password: PASSWORD })).status).toBe(429);
});

test('an email address is verified by a mailed link, once it is said aloud', async () => {
  const { email } = await newAccount(service);
  const someone = await signIn(service, email);
  expect(leadsTo(await someone.post('/settings/profile/email/verify'))).toBe('/settings/profile?done=mailed');
  const path = await mailedPath(mail, email);
  expect((await person(service).get(path)).status).toBe(200);
  expect((await findAccountByEmail(db(), email))?.emailVerifiedAt).toBeNull();
  expect(await (await person(service).post(path)).text()).toContain('Email address verified');
  expect((await findAccountByEmail(db(), email))?.emailVerifiedAt).toEqual(new Date(NOW));
  expect((await person(service).post(path)).status).toBe(404);
});

test('links name the origin that was configured, whatever the request says', () => {
  expect(mail.received.length).toBeGreaterThan(0);
  for (const { data } of mail.received) expect(data.replaceAll('=\n', '')).toContain(`${BASE_URL}/`);
});
