import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { JobRunner } from '../../src/jobs/job-runner.js';
import { unsubscribeLinks } from '../../src/notifications/email-links.js';
import { openMailer } from '../../src/notifications/mail/open.js';
import { notificationSteps } from '../../src/notifications/notification-jobs.js';
import { acceptInvitation, addRecipient } from '../../src/notifications/recipients.js';
import { createWebhook } from '../../src/notifications/webhooks/webhooks.js';
import { jobs } from '../../src/postgres/schema.js';
import { startOfLocalDay } from '../../src/time/index.js';
import type { Website } from '../../src/websites/website.js';
import { testContext } from '../context.js';
import type { PastEvent } from '../oracle/past-event.js';
import { describeOnePostgres } from '../postgres/each-postgres.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { BASE_URL, type TestService, testService } from '../service/test-service.js';
import { type Received, readEmail, type SmtpServer, smtpServer } from './mail/smtp-server.js';
import { type Receiver, webhookReceiver } from './webhooks/receiver.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** A Monday in UTC. Clocks change on 8 March in New York, 29 March in Berlin, 5 April on Lord Howe, by half an hour. */
const START = Date.parse('2026-02-23T00:00:00Z');
const WEEKS = 12;
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'] as const;

/** Weeks by their number, from 0: the mail server is away for two days, or for five hours. */
const LONG_OUTAGE = 4;
const SHORT_OUTAGE = 7;
const SPIKE = START + 6 * WEEK + 2.5 * DAY;
const SILENCE = START + 8 * WEEK + 3.5 * DAY;
const SILENCE_LENGTH = 8 * HOUR;
/** The week after whose email the owner on Lord Howe unsubscribes. */
const UNSUBSCRIBED = 9;

const FROM = 'Footfall <footfall@stats.example>';
const SECRET = 'a secret of at least 32 characters';

interface Site {
  readonly id: string;
  readonly zone: (typeof ZONES)[number];
  readonly owner: ApiClient;
  readonly email: string;
}

describeOnePostgres('twelve weeks in four zones, with two processes', (database) => {
  let smtp: SmtpServer;
  let receiver: Receiver;
  let service: TestService;
  let second: JobRunner;
  let sites: readonly Site[];
  let visitors = 0;
  let cached: readonly Website[] = [];

  beforeAll(async () => {
    [smtp, receiver] = await Promise.all([smtpServer(), webhookReceiver()]);
    service = await testService({
      clock: START,
      postgres: { ...database().postgres, close: async () => undefined },
      environment: { SMTP_URL: smtp.url, MAIL_FROM: FROM, SECRET, WEBHOOK_ALLOW_PRIVATE: 'true' },
    });
    second = openSecond();
    const opened: Site[] = [];
    for (const zone of ZONES) {
      const owner = await apiClient(service);
      const { id } = await owner.website({ name: `Site ${zone}`, timezone: zone });
      // A website of the same account without the switches, which no email may be about.
      await owner.website({ name: 'Silent', timezone: zone });
      opened.push({ id, zone, owner, email: (await owner.get('/account')).body.data.email });
    }
    sites = opened;
    // All events are stored before the weeks are lived through: what is later than the clock is in no figure.
    service.clock = START + (WEEKS + 1) * WEEK;
    for (const site of sites) {
      await site.owner.history(site.id, Array.from({ length: WEEKS + 1 }, (_, week) => traffic(site, week)).flat());
    }
    service.clock = START;
    for (const { id, owner } of sites) {
      await owner.call('PATCH', `/websites/${id}`, { emailWeeklySummary: true, emailTrafficSpike: true });
    }
    cached = (
      await Promise.all(sites.map(({ owner }) => service.services.reader.list(owner.accountId, { limit: 10 })))
    ).flat();
    const { db } = database().postgres;
    await addRecipient(db, sites[0]!.id, 'team@example.com', START);
    await addRecipient(db, sites[0]!.id, 'unconfirmed@example.com', START);
    await acceptInvitation(db, { websiteId: sites[0]!.id, email: 'team@example.com', sentAt: START }, START);
    const url = `http://127.0.0.1:${receiver.port}/`;
    await createWebhook(
      db,
      sites[1]!.id,
      { name: 'Ops', format: 'json', url, topics: ['weekly-summary', 'traffic-alert'] },
      START,
    );
  });

  afterAll(async () => {
    await second?.close();
    await service?.close();
    await receiver?.close();
    await smtp?.close();
  });

  const log = pino(
    {},
    {
      write: (line: string) => {
        const { level, msg } = JSON.parse(line);
        if (level === pino.levels.values.warn && msg !== 'a delivery could not be sent yet') failures += 1;
      },
    },
  );

  /** The jobs of another process: on a server with connections of its own. */
  const openSecond = () =>
    new JobRunner(
      [
        {
          name: 'notifications',
          everyMs: MINUTE,
          steps: notificationSteps({
            ...testContext({
              log,
              postgres: database().other,
              clickhouse: service.clickhouse,
              now: () => service.clock,
            }),
            mailer: openMailer({ url: smtp.url, from: FROM }, { warn: () => undefined }),
            links: unsubscribeLinks(SECRET, BASE_URL),
            posting: { allowPrivate: true },
            findWebsite: (id) => cached.find((each) => each.id === id),
            baseUrl: BASE_URL,
            metrics: { onDelivery: () => undefined, onRunFailed: () => undefined },
          }),
        },
      ],
      () => () => {
        failures += 1;
      },
    );

  /** Failures of the second process that are none of the mail server: PostgreSQL may be busy with other tests. */
  let failures = 0;

  /** Lets both processes do what is due. Simulated hours pass in no time, so a database that is away for a moment is waited for. */
  async function tick(): Promise<void> {
    do {
      failures = 0;
      await expect.poll(isUp).toBe(true);
      await Promise.all([service.jobs.run('notifications', 'retention'), second.run('notifications')]);
    } while (failures > 0);
  }

  const isUp = async (): Promise<boolean> => {
    const probes = [database().postgres, database().other].map(({ db }) => db.$count(jobs));
    return (await Promise.allSettled(probes)).every(({ status }) => status === 'fulfilled');
  };

  /** Steady traffic of a week, which differs by week, with one spike and one silence. */
  function traffic({ zone }: Site, week: number): PastEvent[] {
    const start = START + week * WEEK;
    const events: PastEvent[] = [];
    const visit = (timestamp: number, url: string) => {
      visitors += 1;
      events.push({
        type: 'pageview',
        visitor: `v${visitors}`,
        timestamp: new Date(timestamp).toISOString(),
        url,
        device: 'desktop',
      });
    };
    for (let at = start; at < start + WEEK; at += 30 * MINUTE) {
      const isSilent = zone === 'America/New_York' && at >= SILENCE && at < SILENCE + SILENCE_LENGTH;
      for (let count = 0; count < 3 + (week % 3) && !isSilent; count++)
        visit(at + (count + 1) * 5 * MINUTE, 'https://example.com/');
      const hasSpike = zone === 'Europe/Berlin' && at === SPIKE;
      for (let count = 0; hasSpike && count < 80; count++) visit(at + count * 10_000, 'https://example.com/launch');
    }
    return events;
  }

  test('bring exactly the right emails and posts, once each, with the figures of the API', async () => {
    for (let week = 0; week <= WEEKS; week++) {
      const start = START + week * WEEK;
      for (service.clock = start; service.clock < start + WEEK; ) {
        const since = service.clock - start;
        smtp.refuses =
          (week === LONG_OUTAGE && since < 2 * DAY) || (week === SHORT_OUTAGE && since >= 2 * HOUR && since < 7 * HOUR);
        await tick();
        // The second process has the engine of the first, and ends with it.
        if ((week === 2 && since === 0) || (week === 5 && since === 12 * HOUR)) {
          await second.close();
          await service.restart();
          second = openSecond();
        }
        if (week === UNSUBSCRIBED + 1 && since === 3 * DAY) await unsubscribe(sites[3]!);
        // The last Monday of the plan is lived through, and no more.
        if (week === WEEKS && since >= DAY) break;
        const isClose =
          (SPIKE <= service.clock && service.clock <= SPIKE + 8 * HOUR) ||
          (SILENCE <= service.clock && service.clock <= SILENCE + SILENCE_LENGTH);
        // Outages, restarts and summaries lie in the first days.
        const isEventful = since < (week === LONG_OUTAGE || week === SHORT_OUTAGE ? 2 : 1) * DAY;
        const next = service.clock + (isClose ? 10 * MINUTE : isEventful ? 6 * HOUR : DAY);
        service.clock = Math.min(next, ...[SPIKE, SILENCE].filter((at) => at > service.clock));
      }
    }

    const emails = await Promise.all(smtp.received.map(read));
    const found = emails.map(({ to, about, kind, from }) => [to, about, kind, from].join(' ')).toSorted();
    const expected = sites.flatMap(({ email, id, zone }, index) => [
      ...summaryWeeks(zone, index).flatMap((from) => [
        [email, id, 'week', from].join(' '),
        ...(index === 0 ? [['team@example.com', id, 'week', from].join(' ')] : []),
      ]),
      ...(index === 0 ? [email, 'team@example.com'].map((to) => [to, id, 'spike', ''].join(' ')) : []),
      ...(index === 1 ? [[email, id, 'silence', ''].join(' ')] : []),
    ]);
    expect(found).toEqual(expected.toSorted());
    for (const email of emails) if (email.kind === 'week') await compareWithApi(email);

    const posts = receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: { from?: string } });
    const mondays = Array.from({ length: WEEKS + 1 }, (_, week) => monday(week - 1));
    // The first hours of the plan are still Sunday evening in New York.
    expect(posts.map(({ type, data }) => `${type} ${data.from ?? ''}`).toSorted()).toEqual(
      [...mondays.map((from) => `week ${from}`), 'silence '].toSorted(),
    );
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(posts.length);
  });

  const monday = (week: number): string => new Date(START + week * WEEK).toISOString().slice(0, 10);

  /** The first days of the weeks that an owner gets a summary of. */
  function summaryWeeks(zone: string, index: number): readonly string[] {
    return Array.from({ length: WEEKS + 1 }, (_, week) => week).flatMap((week) => {
      // In week n, on Monday, the summary is about the week before.
      if (week === LONG_OUTAGE) return [];
      if (index === 3 && week > UNSUBSCRIBED + 1) return [];
      // East of Greenwich 8:00 of the first Monday is over when the clock starts, or the plan ends before it comes.
      const due = startOfLocalDay(monday(week), zone) + 8 * HOUR;
      return due > START && due <= START + WEEKS * WEEK + DAY ? [monday(week - 1)] : [];
    });
  }

  async function read(received: Received) {
    const { subject = '', text = '' } = await readEmail(received);
    const [, about = ''] = /\/websites\/([0-9a-f-]{36})/.exec(text) ?? [];
    const others = new Set([...text.matchAll(/\/websites\/([0-9a-f-]{36})/g)].map(([, id]) => id));
    expect(others.size).toBe(1);
    const [, from = '', to = ''] = /from=(\S+?)&to=(\S+)/.exec(text) ?? [];
    const kind = /no visitors since/.test(subject) ? 'silence' : /in 30 minutes/.test(subject) ? 'spike' : 'week';
    const quiet = /^No visitors last week/.test(subject) ? monday(-1) : '';
    return { to: received.to.join(), about, kind, from: from || quiet, until: to, text };
  }

  async function compareWithApi({ about, from, until, text }: Awaited<ReturnType<typeof read>>): Promise<void> {
    if (until === '') return;
    const { owner } = sites.find(({ id }) => id === about)!;
    const { body } = await owner.get(`/websites/${about}/stats/main`, { from, to: until });
    const shown = (label: string) => new RegExp(`^${label} +([\\d,]+)`, 'm').exec(text)?.[1]?.replaceAll(',', '');
    expect([from, shown('Visitors'), shown('Pageviews')]).toEqual([
      from,
      String(body.data.totalVisitors),
      String(body.data.totalPageviews),
    ]);
  }

  async function unsubscribe({ email }: Site): Promise<void> {
    const last = smtp.received.findLast(({ to }) => to.includes(email))!;
    const { text = '' } = await readEmail(last);
    const [, path = ''] = /^Unsubscribe: https:\/\/footfall\.example(\S+)$/m.exec(text) ?? [];
    expect((await service.app.request(path, { method: 'POST' })).status).toBe(200);
  }
});
