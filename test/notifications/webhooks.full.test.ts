import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payloads } from '../../src/notifications/webhooks/payload-schemas.js';
import { listDeliveries, listWebhooks } from '../../src/notifications/webhooks/webhooks.js';
import { type SignedIn, signedIn } from '../dashboard/signed-in.js';
import { added, textOf } from '../dashboard/website-pages.js';
import { checkRows } from '../rows.js';
import { type TestService, testService } from '../service/test-service.js';
import { type SmtpServer, smtpServer } from './mail/smtp-server.js';
import { type Receiver, webhookReceiver } from './webhooks/receiver.js';

const MONDAY = Date.parse('2026-03-30T06:00:00Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let smtp: SmtpServer;
let receiver: Receiver;
let service: TestService;
let owner: SignedIn;
let id: string;
let path: string;

beforeAll(async () => {
  smtp = await smtpServer();
  receiver = await webhookReceiver();
  service = await testService({
    clock: MONDAY - DAY,
    environment: { SMTP_URL: smtp.url, MAIL_FROM: 'footfall@stats.example', WEBHOOK_ALLOW_PRIVATE: 'true' },
  });
  owner = await signedIn(service);
  id = await added(owner);
  path = `/websites/${id}/notifications`;
});
afterAll(async () => {
  await service.close();
  await receiver.close();
  await smtp.close();
});

const hook = (fields: Readonly<Record<string, string>> = {}) => ({
  name: 'Ops',
  format: 'json',
  url: `http://127.0.0.1:${receiver.port}/ops`,
  'weekly-summary': 'on',
  ...fields,
});

const stored = async () =>
  (await listWebhooks(service.engines.postgres.db, id)).toSorted((a, b) => b.name.localeCompare(a.name));

describe('a webhook', () => {
  test('gets what it is added for, once and signed, whatever the switches for emails', async () => {
    expect((await owner.post(`${path}/webhooks`, hook())).headers.get('Location')).toBe(`${path}?done=webhook#notices`);
    await owner.post(
      `${path}/webhooks`,
      hook({ name: 'Chat', format: 'slack', url: `http://127.0.0.1:${receiver.port}/chat` }),
    );
    await service.jobs.run('notifications', 'retention');
    service.clock = MONDAY;
    await service.jobs.run('notifications', 'retention');
    await service.jobs.run('notifications', 'retention');
    expect(receiver.received.map((each) => each.path).toSorted()).toEqual(['/chat', '/ops']);
    const [{ secret } = { secret: null }] = await stored();
    const ops = receiver.received.find((each) => each.path === '/ops')!;
    const signed = new Webhook(secret!).sign(
      String(ops.headers['webhook-id']),
      new Date(Number(ops.headers['webhook-timestamp']) * 1000),
      ops.body,
    );
    expect(ops.headers['webhook-signature']).toBe(signed);
    const payload = JSON.parse(ops.body);
    expect(payload).toMatchObject({ type: 'quiet-week', data: { from: '2026-03-23', website: { id } } });
    expect(payloads['quiet-week'].parse(payload)).toEqual(payload);
    expect(smtp.received).toEqual([]);
    expect(textOf(await owner.page(path))).toContain('Week without visitors. Delivered.');
  });

  test('is tried again, disabled after a day of failures, and its owner is told', async () => {
    receiver.status = 500;
    service.clock = MONDAY + 35 * DAY;
    for (const end = service.clock + 1.2 * DAY; service.clock < end; service.clock += 30 * MINUTE) {
      await service.jobs.run('notifications', 'retention');
    }
    // The sign-in of a month ago is over.
    owner = await signedIn(service, owner.accountId);
    const [ops] = await stored();
    expect(ops?.disabledAt).toBeInstanceOf(Date);
    const [last] = await listDeliveries(service.engines.postgres.db, ops!.id);
    expect(last).toMatchObject({ state: 'given-up', failure: 'It answered with the status 500' });
    expect(last!.attempts).toBeGreaterThan(10);
    expect(smtp.received.map(({ data }) => /^Subject: (.*)$/m.exec(data)?.[1])).toEqual([
      'A webhook was disabled',
      'A webhook was disabled',
    ]);
    const page = textOf(await owner.page(path));
    expect(page).toContain('after a day of failed deliveries.');
    expect(page).toContain('It answered with the status 500');
    receiver.status = 204;
    await owner.post(`${path}/webhooks/enable`, { webhook: ops!.id });
    expect((await stored())[0]).toMatchObject({ disabledAt: null, failingSince: null });
  });

  test('is disabled, and its owner is told, also when PostgreSQL fails at that at first', async () => {
    await owner.post(`${path}/webhooks`, hook({ name: 'Late' }));
    const { db } = service.engines.postgres;
    const emails = () => smtp.received.filter(({ data }) => data.includes('Late'));
    await db.execute(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`);
    await db.execute(
      'create trigger refuse before update of disabled_at on webhooks for each row execute function refuse()',
    );
    receiver.status = 500;
    const days = async (count: number) => {
      for (const end = service.clock + count * DAY; service.clock < end; service.clock += 30 * MINUTE) {
        await service.jobs.run('notifications', 'retention');
      }
    };
    service.clock = MONDAY + 69 * DAY;
    await days(2.2);
    await db.execute('drop function refuse cascade');
    await days(0.2);
    receiver.status = 204;
    const late = (await stored()).find(({ name }) => name === 'Late');
    expect(late?.disabledAt).toBeInstanceOf(Date);
    expect(emails()).toHaveLength(1);
    owner = await signedIn(service, owner.accountId);
    await owner.post(`${path}/webhooks/remove`, { webhook: late!.id });
    for (const { id: webhook } of await stored()) await owner.post(`${path}/webhooks/enable`, { webhook });
  });

  test('is tested at once, and says what went wrong', async () => {
    const [ops] = await stored();
    const before = receiver.received.length;
    expect((await owner.post(`${path}/webhooks/test`, { webhook: ops!.id })).status).toBe(303);
    expect(JSON.parse(receiver.received[before]!.body)).toMatchObject({ type: 'test', data: { website: { id } } });
    receiver.status = 410;
    const failed = await owner.post(`${path}/webhooks/test`, { webhook: ops!.id });
    receiver.status = 204;
    expect(failed.status).toBe(502);
    expect(textOf(await failed.text())).toContain('The test did not arrive. It answered with the status 410.');
  });

  test('is refused with what is no webhook', () =>
    checkRows(
      [
        { url: 'ftp://example.com/' },
        { url: 'javascript:alert(1)' },
        { url: 'https://user:secret@example.com/' },
        { url: `https://example.com/${'a'.repeat(3_000)}` },
        { url: '' },
        { name: '' },
        { name: 'a\0b' },
        { format: 'xml' },
        { 'weekly-summary': '' },
      ],
      async (fields) => {
        const before = (await stored()).length;
        expect((await owner.post(`${path}/webhooks`, hook(fields as Record<string, string>))).status).toBe(400);
        expect(await stored()).toHaveLength(before);
      },
    ));

  test('is not for another account', async () => {
    const [ops] = await stored();
    const stranger = await signedIn(service);
    const theirs = await added(stranger);
    for (const action of ['test', 'enable', 'remove']) {
      expect((await stranger.post(`${path}/webhooks/${action}`, { webhook: ops!.id })).status).toBe(403);
      const own = `/websites/${theirs}/notifications/webhooks/${action}`;
      for (const webhook of [ops!.id, '', 'x', '\0']) expect((await stranger.post(own, { webhook })).status).toBe(404);
    }
    expect((await stranger.post(`${path}/webhooks`, hook())).status).toBe(403);
    await owner.post(`${path}/webhooks/remove`, { webhook: ops!.id });
    expect((await stored()).map(({ name }) => name)).toEqual(['Chat']);
  });
});
