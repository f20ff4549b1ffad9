import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { addNotice } from '../../src/notifications/notice-repository.js';
import { createWebhook, listDeliveries, listWebhooks } from '../../src/notifications/webhooks/webhooks.js';
import { webhooks } from '../../src/postgres/schema.js';
import { smtpServer } from '../notifications/mail/smtp-server.js';
import { webhookReceiver } from '../notifications/webhooks/receiver.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { serverDatabase } from '../postgres/each-postgres.js';
import { apiClient } from '../service/api-client.js';
import { testService } from '../service/test-service.js';

// That a missing server is told, or fails under CI, is the business of the tests of PostgreSQL itself.
const SERVER = process.env.TEST_DATABASE_URL;

const SUNDAY = Date.parse('2026-03-29T12:00:00Z');
const DAY = 24 * 60 * 60_000;
const EMAILS = 3;

test.skipIf(SERVER === undefined)('an email is sent once, although PostgreSQL fails to record that', async () => {
  const { url, postgres: database } = await serverDatabase(SERVER!);
  const smtp = await smtpServer();
  onTestFinished(smtp.close);
  const service = await testService({
    postgres: database,
    clock: SUNDAY,
    environment: { SMTP_URL: smtp.url, MAIL_FROM: 'footfall@stats.example' },
  });
  onTestFinished(() => service.close());
  const owner = await apiClient(service);
  for (let count = 0; count < EMAILS; count += 1) {
    const { id } = await owner.website();
    await owner.call('PATCH', `/websites/${id}`, { emailWeeklySummary: true });
  }
  await service.jobs.run('notifications', 'retention');

  let outage: Promise<void> | undefined;
  smtp.onReceived = async () => {
    smtp.onReceived = async () => {};
    const locked = await lockDeliveries(url);
    outage = endWaiting(locked);
  };
  const end = SUNDAY + 2 * DAY;
  for (service.clock = SUNDAY + DAY; service.clock < end; service.clock += DAY / 8)
    await service.jobs.run('notifications', 'retention');
  await outage;
  const ids = smtp.received.map(({ data }) => /^Message-ID: (.*)$/m.exec(data)?.[1]);
  expect(ids).toHaveLength(EMAILS);
  expect(new Set(ids).size).toBe(EMAILS);
});

/** Lets every change of a delivery wait. */
async function lockDeliveries(url: string): Promise<postgres.Sql> {
  const locked = postgres(url, { max: 1 });
  await locked.unsafe('begin');
  await locked.unsafe('lock table deliveries in share mode');
  return locked;
}

/** Ends the connections whose statements wait, as a restart of PostgreSQL does, and lets the next ones through. */
async function endWaiting(locked: postgres.Sql): Promise<void> {
  const waiting = `from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(() => locked.unsafe(`select pid ${waiting}`), POLL_OPTIONS).not.toEqual([]);
  await locked.unsafe(`select pg_terminate_backend(pid) ${waiting}`);
  await locked.end();
}

test.skipIf(SERVER === undefined)('several deliveries of a webhook are given up at once', async () => {
  const { postgres: database } = await serverDatabase(SERVER!);
  const receiver = await webhookReceiver();
  onTestFinished(receiver.close);
  receiver.status = 500;
  const service = await testService({
    postgres: database,
    clock: SUNDAY,
    environment: { WEBHOOK_ALLOW_PRIVATE: 'true' },
  });
  onTestFinished(() => service.close());
  const owner = await apiClient(service);
  const { id: websiteId } = await owner.website();
  const { db } = database;
  const settings = { name: 'Ops', format: 'json', url: `http://127.0.0.1:${receiver.port}/` } as const;
  await createWebhook(db, websiteId, { ...settings, topics: ['weekly-summary'] }, SUNDAY - 3 * DAY);
  const [{ id } = { id: '' }] = await listWebhooks(db, websiteId);
  const since = new Date(SUNDAY - 2 * DAY);
  await db.update(webhooks).set({ failingSince: since });
  for (const occasion of ['a', 'b', 'c', 'd']) {
    const notice = { websiteId, topic: 'weekly-summary', kind: 'week', occasion, content: {} } as const;
    await addNotice(db, notice, { emails: [], webhookIds: [id] }, since.getTime());
  }
  await service.jobs.run('notifications', 'retention');
  const ended = (await listDeliveries(db, id)).map(({ state, failure }) => ({ state, failure }));
  expect(ended).toEqual(Array.from({ length: 4 }, () => ({ state: 'given-up', failure: expect.any(String) })));
  expect((await listWebhooks(db, websiteId))[0]?.disabledAt).toBeInstanceOf(Date);
});
