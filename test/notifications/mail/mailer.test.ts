import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { credentialEmail } from '../../../src/notifications/mail/credential-emails.js';
import { passwordResetEmail, verificationEmail } from '../../../src/notifications/mail/emails.js';
import { openMailer } from '../../../src/notifications/mail/open.js';
import { type SmtpServer, smtpServer } from './smtp-server.js';

const LINK = 'https://stats.example/reset-password/abc?x=1&y=2';

let server: SmtpServer;
let lines: unknown[][] = [];

const log = { warn: (...line: unknown[]) => void lines.push(line) };
const mailer = () => openMailer({ url: server.url, from: 'Footfall <footfall@stats.example>' }, log);

beforeAll(async () => {
  server = await smtpServer();
});
beforeEach(() => {
  lines = [];
  server.refuses = false;
});
afterAll(() => server.close());

/** The parts of an email as they are read: quoted-printable undone. */
const readable = (data: string): string =>
  data
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

it('hands an email to the server, as text and as HTML', async () => {
  await mailer().send(passwordResetEmail({ to: 'ada@example.com', link: LINK }));
  const email = server.received.at(-1)!;
  expect(email).toMatchObject({ from: 'footfall@stats.example', to: ['ada@example.com'] });
  const text = readable(email.data);
  expect(text).toMatch(/^From: Footfall <footfall@stats\.example>$/m);
  expect(text).toMatch(/^To: (ada@example\.com|<ada@example\.com>)$/m);
  expect(text).toMatch(/^Subject: Reset your Footfall password$/m);
  expect(text).toMatch(/^Content-Type: text\/plain; charset=utf-8$/m);
  expect(text).toMatch(/^Content-Type: text\/html; charset=utf-8$/m);
  expect(text).toContain(`\n${LINK}\n`);
  expect(text).toContain('href="https://stats.example/reset-password/abc?x=1&amp;y=2"');
  expect(mailer().delivers).toBe(true);
  expect(lines).toEqual([]);
});

it('writes to one address, whatever is in it', async () => {
  const before = server.received.length;
  const to = '"x, eve@evil.example"@example.com';
  await mailer()
    .send(verificationEmail({ to, link: LINK }))
    .catch(() => undefined);
  for (const email of server.received.slice(before)) {
    expect(email.to).toHaveLength(1);
    expect(email.to[0]).toMatch(/@example\.com$/);
  }
});

it('says so when the server does not take an email, or is not there', async () => {
  const email = verificationEmail({ to: 'ada@example.com', link: LINK });
  server.refuses = true;
  await expect(mailer().send(email)).rejects.toThrow();
  const nowhere = openMailer({ url: 'smtp://127.0.0.1:1', from: 'footfall@stats.example' }, log);
  await expect(nowhere.send(email)).rejects.toThrow();
});

it('writes emails to the log where there is no server', async () => {
  const logging = openMailer(undefined, log);
  expect(logging.delivers).toBe(false);
  await logging.send(passwordResetEmail({ to: 'ada@example.com', link: LINK }));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toEqual([
    { to: 'ada@example.com', subject: 'Reset your Footfall password', link: LINK },
    expect.stringContaining('SMTP_URL'),
  ]);
});

it('says of a changed credential what, when, in which browser and what to do, and shows names as text', () => {
  const { to, subject, text, html } = credentialEmail({
    to: 'ada@example.com',
    change: 'second-factor-off',
    account: 'ada@example.com',
    at: new Date('2026-03-29T00:59:40Z'),
    browser: '<b>Evil</b> on Linux',
    baseUrl: 'https://stats.example',
  });
  expect(to).toBe('ada@example.com');
  expect(subject).toBe('Two-factor authentication was disabled for your Footfall account');
  expect(text).toContain('disabled for ada@example.com on 29 Mar 2026, 00:59 UTC from <b>Evil</b>');
  expect(text).toContain('\nhttps://stats.example/settings/security\n');
  expect(text).toContain("If it wasn't, reset your password");
  expect(html).toContain('&lt;b&gt;Evil&lt;/b&gt; on Linux');
});
