import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEmail, type SmtpServer, smtpServer } from '../notifications/mail/smtp-server.js';
import type { Environment } from './footfall.js';
import { answerHere, footfallHere } from './footfall-here.js';

const OWNER = 'owner@example.com';

let folder: string;
let smtp: SmtpServer;
let environment: Environment;
let id: string;

beforeAll(async () => {
  smtp = await smtpServer();
  folder = await mkdtemp(join(tmpdir(), 'footfall-email-'));
  environment = { DATA_DIR: join(folder, 'data'), BASE_URL: 'https://stats.example' };
  await answerHere(['account', 'create', '--email', OWNER], environment);
  const website = ['--name', 'Shop', '--domain', 'example.com', '--timezone', 'Europe/Berlin'];
  ({ id } = await answerHere<{ id: string }>(['website', 'create', '--account', OWNER, ...website], environment));
});

afterAll(async () => {
  await smtp.close();
  await rm(folder, { recursive: true, force: true });
});

const weekly = (...more: readonly string[]) => ['weekly-summary', '--website', id, '--date', '2026-03-30', ...more];

test('email preview renders the week before the date, to the owner, whatever the settings', async () => {
  const { code, stdout } = await footfallHere(['email', 'preview', ...weekly()], environment);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^To: owner@example\.com\nSubject: No visitors last week: Shop\n/);
  expect(stdout).toMatch(/23.–.29 Mar 2026/);
  expect(stdout).toContain(`https://stats.example/websites/${id}/snippet`);
  const html = await footfallHere(['email', 'preview', ...weekly('--html')], environment);
  expect(html.stdout).toMatch(/^<!doctype html>/);
});

test('email send really sends one, and says so without a mail server', async () => {
  const without = await footfallHere(['email', 'send', ...weekly()], environment);
  expect([without.code, without.stdout, without.stderr]).toEqual([
    1,
    '',
    'footfall: SMTP_URL: is not set, so no email can be sent\n',
  ]);
  const withMail = { ...environment, SMTP_URL: smtp.url, MAIL_FROM: 'footfall@stats.example' };
  const sent = await answerHere(['email', 'send', ...weekly('--to', 'Ada@Example.com')], withMail);
  expect(sent).toEqual({ to: 'ada@example.com', subject: 'No visitors last week: Shop' });
  expect(smtp.received.map(({ to }) => to)).toEqual([['ada@example.com']]);
  expect((await readEmail(smtp.received[0]!)).headers.map(({ key }) => key)).toContain('list-unsubscribe');
  const away = { ...withMail, SMTP_URL: 'smtp://user:secret@127.0.0.1:1' };
  const failed = await footfallHere(['email', 'send', ...weekly()], away);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toBe('footfall: the mail server did not take the email\n');
});

test('email preview renders the summary of a view', async () => {
  const goal = ['goal', 'create', '--website', id, '--name', 'Sign-up', '--event', 'signup'];
  const { id: goalId } = (await answerHere(goal, environment)) as { readonly id: string };
  const { code, stdout, stderr } = await footfallHere(
    ['email', 'preview', ...weekly('--goal', 'Sign-up')],
    environment,
  );
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('Subject: Shop, Sign-up: 0 conversions last week');
  // Of all visitors, there is advice.
  expect(stdout).not.toContain('/snippet');
  const unknown = await footfallHere(['email', 'preview', ...weekly('--goal', 'Order')], environment);
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    'footfall: no goal has the ID or name Order: see footfall goal list\n',
  ]);
  const signUps = JSON.stringify([{ hasDone: { goal: goalId } }]);
  await answerHere(['segment', 'create', '--website', id, '--name', 'Customers', '--filters', signUps], environment);
  await answerHere(['goal', 'delete', 'Sign-up', '--website', id, '--force'], environment);
  const broken = await footfallHere(['email', 'preview', ...weekly('--segment', 'Customers')], environment);
  expect([broken.code, broken.stderr]).toEqual([
    1,
    'footfall: --segment: is not valid any more: change it, or delete it\n',
  ]);
});

test.each([
  [['weekly-summary', '--website', 'example.com', '--compare', 'month'], '--compare: must be previous or year'],
  [['traffic-alert', '--website', 'example.com', '--goal', 'Sign-up'], '--goal: only for weekly-summary'],
  [['daily', '--website', 'example.com'], 'the email: must be weekly-summary or traffic-alert'],
  [['weekly-summary', '--website', 'example.com', '--date', '2026-02-30'], '--date: must be an existing date'],
  [['weekly-summary', '--website', 'nowhere.example'], 'no website has the ID or domain nowhere.example'],
  [['weekly-summary', '--website', 'example.com', '--to', 'a b'], '--to: must be'],
])('email preview %j is refused', async (args, message) => {
  const { code, stderr } = await footfallHere(['email', 'preview', ...args], environment);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
});
