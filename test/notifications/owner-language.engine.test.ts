import { afterAll, beforeAll, expect, test } from 'vitest';
import { setLanguage } from '../../src/accounts/profile.js';
import { acceptInvitation, addRecipient } from '../../src/notifications/recipients.js';
import { createWebhook } from '../../src/notifications/webhooks/webhooks.js';
import { newSignedInAccount, PASSWORD } from '../dashboard/accounts.js';
import { signedIn } from '../dashboard/signed-in.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { type TestService, testService } from '../service/test-service.js';
import { readEmail, type SmtpServer, smtpServer } from './mail/smtp-server.js';
import { type Receiver, webhookReceiver } from './webhooks/receiver.js';

const MONDAY = Date.parse('2026-03-30T06:00:00Z'); // 8:00 in Berlin.
const DAY = 24 * 60 * 60_000;
const NO_ACCOUNT = 'reader@example.com';

let smtp: SmtpServer;
let receiver: Receiver;
let service: TestService;

beforeAll(async () => {
  smtp = await smtpServer();
  receiver = await webhookReceiver();
  service = await testService({
    clock: MONDAY - 3 * DAY,
    environment: { SMTP_URL: smtp.url, MAIL_FROM: 'footfall@stats.example', WEBHOOK_ALLOW_PRIVATE: 'true' },
  });
});
afterAll(async () => {
  await service.close();
  await receiver.close();
  await smtp.close();
});

const db = () => service.engines.postgres.db;

const readable = (text = ''): string => text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ');

const languageOf = (html = ''): string | undefined => /<html lang="(\w+)"/.exec(html)?.[1];

/** The last email to an address, as soon as there are more than `before`. */
async function emailTo(address: string, before = 0) {
  const emails = () => smtp.received.filter(({ to }) => to.includes(address));
  await expect.poll(() => emails().length).toBeGreaterThan(before);
  const { subject, text, html } = await readEmail(emails().at(-1)!);
  return { subject, text: readable(text), html, language: languageOf(html) };
}

/** A website with 1,204 visitors from Germany in the week before Monday. */
async function website(owner: ApiClient): Promise<string> {
  const { id } = await owner.website({ name: 'Shop', timezone: 'Europe/Berlin' });
  await owner.call('PATCH', `/websites/${id}`, { emailWeeklySummary: true });
  await service.jobs.run('notifications');
  const events = Array.from({ length: 1_204 }, (_, number) => ({
    type: 'pageview' as const,
    visitor: `${number}`,
    timestamp: new Date(Date.parse('2026-03-25T10:00:00Z') + number * 1_000).toISOString(),
    url: 'https://example.com/',
    country: 'DE',
    device: 'desktop' as const,
  }));
  await owner.history(id, events);
  return id;
}

test('emails and webhooks about a website are in the language of its owner', async () => {
  const [german, english] = [await apiClient(service), await apiClient(service)];
  await setLanguage(db(), german.accountId, 'de');
  const id = await website(german);
  await website(english);
  await addRecipient(db(), id, NO_ACCOUNT, service.clock);
  await acceptInvitation(db(), { websiteId: id, email: NO_ACCOUNT, sentAt: service.clock }, service.clock);
  for (const format of ['slack', 'json'] as const) {
    const url = `http://127.0.0.1:${receiver.port}/${format}`;
    await createWebhook(db(), id, { name: format, format, url, topics: ['weekly-summary'] }, service.clock);
  }
  service.clock = MONDAY;
  await service.jobs.run('notifications');
  const addressOf = async (owner: ApiClient) => (await owner.get('/account')).body.data.email as string;
  for (const address of [await addressOf(german), NO_ACCOUNT]) {
    const { language, subject, text } = await emailTo(address);
    expect(language).toBe('de');
    expect(subject).toContain('1.204');
    expect(text).toContain('23.–29. März 2026');
    expect(text).toMatch(/^ +1\.204 {2}Deutschland$/m);
  }
  const other = await emailTo(await addressOf(english));
  expect([other.language, other.subject]).toEqual(['en', 'Shop: 1,204 visitors last week']);
  expect(other.text).toContain('23 – 29 Mar 2026, compared with the week before');
  expect(other.text).toMatch(/^ +1,204 {2}Germany$/m);

  const posted = (path: string) => JSON.parse(receiver.received.find((each) => each.path === path)?.body ?? '{}');
  expect(readable(posted('/slack').text)).toContain('23.–29. März 2026');
  expect(posted('/json')).toMatchObject({
    type: 'week',
    data: { from: '2026-03-23', countries: [{ name: 'Germany', label: 'Deutschland', value: 1_204, percentage: 100 }] },
  });
});

test('previews, tests and invitations are in the language of the owner, whatever the browser has', async () => {
  const owner = await apiClient(service);
  await setLanguage(db(), owner.accountId, 'de');
  const { id } = await owner.website();
  const here = await signedIn(service, owner.accountId);
  const path = `/websites/${id}/notifications`;
  const preview = (language: string) => here.page(`${path}/preview/weekly-summary`, { 'Accept-Language': language });
  expect(languageOf(await preview('ja'))).toBe('de');
  const { email } = (await owner.get('/account')).body.data;
  await here.post(`${path}/test`, { topic: 'traffic-alert' });
  expect(await emailTo(email)).toMatchObject({ language: 'de', text: expect.stringMatching(/Montag|Sonntag/) });
  await here.post(`${path}/recipients`, { recipient: 'invited@example.com' });
  expect((await emailTo('invited@example.com')).language).toBe('de');
  // Without a language, the pages follow the browser, but emails are in English, as those of jobs are.
  await setLanguage(db(), owner.accountId, null);
  expect(languageOf(await preview('ja'))).toBe('en');
});

test('emails to an account are in its language', async () => {
  const { id, email, here } = await newSignedInAccount(service);
  await setLanguage(db(), id, 'de');
  await here.post('/settings/security/password', { password: PASSWORD, newPassword: 'battery staple' });
  expect(await emailTo(email)).toMatchObject({ language: 'de', text: expect.stringContaining('30. März 2026, 06:00') });
  await here.post('/settings/profile/email/verify');
  expect((await emailTo(email, 1)).language).toBe('de');
  await here.post('/forgot-password', { email });
  expect((await emailTo(email, 2)).language).toBe('de');
});
