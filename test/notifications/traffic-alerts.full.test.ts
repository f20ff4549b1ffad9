import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { jobs } from '../../src/postgres/schema.js';
import type { PastEvent } from '../oracle/past-event.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { send } from '../service/browser.js';
import { BASE_URL, type TestService, testService } from '../service/test-service.js';
import { type Received, readEmail, type SmtpServer, smtpServer } from './mail/smtp-server.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.parse('2026-03-31T12:00:00Z');

let smtp: SmtpServer;
let service: TestService;
let owner: ApiClient;
let to: string;

beforeAll(async () => {
  smtp = await smtpServer();
  service = await testService({
    clock: NOON,
    environment: { SMTP_URL: smtp.url, MAIL_FROM: 'Footfall <footfall@stats.example>' },
  });
});
afterAll(async () => {
  await service.close();
  await smtp.close();
});
beforeEach(async () => {
  service.clock = NOON;
  owner = await apiClient(service);
  to = (await owner.get('/account')).body.data.email;
});

const alerts = (): readonly Received[] => smtp.received.filter((each) => each.to.includes(to));

async function website(): Promise<{ readonly id: string; readonly key: string }> {
  const { id, apiKey } = await owner.website({ name: 'Shop', timezone: 'Europe/Berlin' });
  await owner.call('PATCH', `/websites/${id}`, { emailTrafficSpike: true });
  return { id, key: apiKey };
}

let visitors = 0;

/** So many visitors in the minutes before an instant. */
function visits(count: number, until: number, minutes: number, more: object = {}): PastEvent[] {
  return Array.from({ length: count }, (_, index) => {
    visitors += 1;
    const timestamp = new Date(until - 1 - Math.floor((index * minutes * MINUTE) / count)).toISOString();
    return {
      type: 'pageview',
      visitor: `v${visitors}`,
      timestamp,
      url: 'https://example.com/',
      device: 'desktop',
      ...more,
    };
  });
}

/** Ten visitors each half hour, for so many days before an instant. */
const steadyTraffic = (days: number, until: number): PastEvent[] =>
  Array.from({ length: days * 48 }, (_, index) => visits(10, until - index * 30 * MINUTE, 30)).flat();

async function tickUntil(end: number, step = MINUTE): Promise<void> {
  for (; service.clock < end; service.clock += step) await service.jobs.run('notifications', 'retention');
  await service.jobs.run('notifications', 'retention');
}

describe('a spike', () => {
  test('is reported once in 12 hours, with what brought it, from the second day on', async () => {
    const { id } = await website();
    await owner.history(id, steadyTraffic(2, NOON));
    await service.jobs.run('notifications', 'retention');
    await tickUntil(NOON + 5 * MINUTE);
    expect(alerts()).toEqual([]);
    const launch = { url: 'https://example.com/launch', referrer: 'https://news.ycombinator.com/' };
    await owner.history(id, visits(90, NOON + 5 * MINUTE, 5, launch));
    await Promise.all([service.jobs.run('notifications', 'retention'), tickUntil(NOON + 8 * MINUTE)]);
    expect(alerts()).toHaveLength(1);
    const { subject = '', text = '', html = '' } = await readEmail(alerts()[0]!);
    expect(subject).toMatch(/^Shop: 9\d visitors in 30 minutes, 9\.\d times the usual$/);
    expect(text).toMatch(/^At that hour of the week it usually has 10: this is 9\.\d times as many\.$/m);
    for (const part of ['/launch', 'Hacker News']) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    expect(text).toContain(`${BASE_URL}/websites/${id}?range=today`);

    for (const hours of [6, 11.9, 12.2]) {
      service.clock = NOON + hours * HOUR;
      await owner.history(id, visits(200, service.clock, 10));
      await service.jobs.run('notifications', 'retention');
      service.clock += MINUTE;
      await service.jobs.run('notifications', 'retention');
    }
    expect(alerts()).toHaveLength(2);
  });

  test('is no alert where the switch is off, or on the first day', async () => {
    const { id } = await owner.website({ timezone: 'Europe/Berlin' });
    await owner.history(id, [...steadyTraffic(3, NOON), ...visits(300, NOON, 5)]);
    const young = await website();
    await owner.history(young.id, visits(300, NOON, 5));
    await service.jobs.run('notifications', 'retention');
    await tickUntil(NOON + 3 * MINUTE);
    expect(alerts()).toEqual([]);
  });
});

describe('a silence', () => {
  test('is reported once, with the likely reason, and again after traffic came back', async () => {
    const { id, key } = await website();
    await owner.history(id, steadyTraffic(22, NOON));
    await service.jobs.run('notifications', 'retention');
    const event = { key, type: 'pageview', url: 'https://staging.example.net/' };
    expect((await send(service, event)).headers.get('X-Footfall-Dropped')).toBe('foreign_host');
    await service.drain();
    await tickUntil(NOON + 3 * HOUR, 5 * MINUTE);
    expect(alerts()).toHaveLength(1);
    const { subject, text = '' } = await readEmail(alerts()[0]!);
    expect(subject).toBe('Shop: no visitors since Tuesday 31 March, 13:59');
    expect(text).toContain('1 event arrived in that time and was not counted: unrecognized domain.');

    service.clock = NOON + 20 * HOUR;
    await owner.history(id, visits(5, NOON + 20 * HOUR, 10));
    await tickUntil(NOON + 23 * HOUR, 10 * MINUTE);
    expect(alerts()).toHaveLength(2);
    const second = await readEmail(alerts()[1]!);
    expect(second.subject).toBe('Shop: no visitors since Wednesday 1 April, 09:59');
    expect(second.text).toContain('No other event arrived in that time either.');
  });

  test('is none while Footfall itself did not run', async () => {
    const { id } = await website();
    await owner.history(id, steadyTraffic(22, NOON));
    await service.jobs.run('notifications', 'retention');
    service.clock = NOON + 8 * HOUR;
    await service.restart();
    await service.jobs.run('notifications', 'retention');
    await tickUntil(NOON + 8 * HOUR + 40 * MINUTE, 5 * MINUTE);
    expect(alerts()).toEqual([]);
    await tickUntil(NOON + 10 * HOUR, 5 * MINUTE);
    expect(alerts()).toHaveLength(1);
  });

  test('is reported as soon as PostgreSQL can store it', async () => {
    const { id } = await website();
    await owner.history(id, steadyTraffic(22, NOON));
    const { db } = service.engines.postgres;
    await db.execute(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`);
    await db.execute('create trigger refuse before insert on notices for each row execute function refuse()');
    await tickUntil(NOON + 3 * HOUR, 5 * MINUTE);
    await db.execute('drop function refuse cascade');
    const [job] = await db.select().from(jobs).where(eq(jobs.websiteId, id));
    // Since it was first judged.
    expect(job?.watchedSince).toEqual(new Date(NOON + 5 * MINUTE));
    await tickUntil(NOON + 3 * HOUR + 5 * MINUTE);
    expect(alerts()).toHaveLength(1);
  });
});
