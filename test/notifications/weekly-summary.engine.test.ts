import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '../../src/lib/errors.js';
import { emailViewWeekly, listEmailedViews, saveEmailedViews } from '../../src/notifications/emailed-views.js';
import { listGivenUp } from '../../src/notifications/status.js';
import { definitions } from '../../src/postgres/schema.js';
import { type ApiClient, apiClient, failureOf } from '../service/api-client.js';
import { BASE_URL, type TestService, testService } from '../service/test-service.js';
import { type Received, readEmail, type SmtpServer, smtpServer } from './mail/smtp-server.js';

const MONDAY = Date.parse('2026-03-30T06:00:00Z'); // 8:00 in Berlin, the day after the clocks went forward.
const WEEK = { from: '2026-03-23', to: '2026-03-29' };
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let smtp: SmtpServer;
let service: TestService;
let owner: ApiClient;

beforeAll(async () => {
  smtp = await smtpServer();
  service = await testService({
    clock: MONDAY - 3 * DAY,
    environment: { SMTP_URL: smtp.url, MAIL_FROM: 'Footfall <footfall@stats.example>' },
  });
});
afterAll(async () => {
  await service.close();
  await smtp.close();
});
beforeEach(async () => {
  service.clock = MONDAY - 3 * DAY;
  owner = await apiClient(service);
});

const addressOf = async () => (await owner.get('/account')).body.data.email as string;

const emailsTo = (address: string): readonly Received[] => smtp.received.filter(({ to }) => to.includes(address));

async function website(settings: object = {}): Promise<string> {
  const { id } = await owner.website({ timezone: 'Europe/Berlin', ...settings });
  await owner.call('PATCH', `/websites/${id}`, { emailWeeklySummary: true });
  await service.jobs.run('notifications', 'retention');
  return id;
}

const view = (visitor: string, timestamp: string, more: object = {}) =>
  ({
    type: 'pageview',
    visitor,
    timestamp,
    url: 'https://example.com/',
    country: 'DE',
    device: 'desktop',
    ...more,
  }) as const;

/** Older than the week before, which is compared with only if it is complete. */
const OLD = view('olga', '2026-03-10T10:00:00.000Z');

/** A week of 3 visitors after one of 2. Anna's visit begins in the week before, and counts there; Eve comes a minute after the week. */
const HISTORY = [
  view('anna', '2026-03-22T22:59:00.000Z'),
  view('ben', '2026-03-18T10:00:00.000Z'),
  view('anna', '2026-03-22T23:01:00.000Z', { url: 'https://example.com/pricing' }),
  view('anna', '2026-03-22T23:03:00.000Z', { url: 'https://example.com/blog' }),
  view('cleo', '2026-03-25T10:00:00.000Z', { referrer: 'https://www.google.com/', country: 'FR' }),
  view('dora', '2026-03-29T21:59:00.000Z', {
    url: 'https://example.com/?utm_source=news&utm_medium=email&utm_campaign=Spring',
  }),
  { ...view('dora', '2026-03-29T21:59:30.000Z'), type: 'exit', link: 'https://partner.example/a' } as const,
  { ...view('dora', '2026-03-29T21:59:40.000Z'), type: 'custom', name: 'signup' } as const,
  view('eve', '2026-03-29T22:00:00.000Z'),
];

describe('a weekly summary', () => {
  test('comes once, on Monday at 8:00 of the website, with the figures of the API', async () => {
    const id = await website({ name: 'Shop' });
    const to = await addressOf();
    service.clock = MONDAY - 1;
    await owner.history(id, [OLD, ...HISTORY]);
    await service.jobs.run('notifications', 'retention');
    expect(emailsTo(to)).toEqual([]);
    service.clock = MONDAY;
    await Promise.all([service.jobs.run('notifications', 'retention'), service.jobs.run('notifications', 'retention')]);
    await service.restart();
    service.clock += MINUTE;
    await service.jobs.run('notifications', 'retention');
    expect(emailsTo(to)).toHaveLength(1);
    const { subject, text = '', html = '', headers, messageId } = await readEmail(emailsTo(to)[0]!);
    const { body } = await owner.get(`/websites/${id}/stats/main`, WEEK);
    expect(body.data).toMatchObject({ totalVisitors: 3, previousTotalVisitors: 2, totalPageviews: 4 });
    expect(subject).toBe('Shop: 3 visitors last week (+50%)');
    for (const line of [
      /^Visitors +3 {2}\+50%$/m,
      /^Visits +2 {2}±0%$/m,
      /^Pageviews +4 {2}\+100%$/m,
      /^Bounce rate +100% {2}\+50 pts$/m,
      /^Visit duration +20s {2}−83%$/m,
    ]) {
      expect(text).toMatch(line);
    }
    expect(body.data).toMatchObject({ bounceRate: 1, bounceRateChange: 100, averageSessionDurationSeconds: 20 });
    expect(text).toMatch(/^23.–.29 Mar 2026, compared with the week before$/m);
    expect(text).toMatch(/^Mon +1 {2}\(week before: 0\)$/m);
    expect(text).toMatch(/^Sun +1 {2}\(week before: 1\)$/m);
    for (const row of ['/pricing', 'Google', 'Germany', 'partner.example/a', 'Spring: news / email', 'signup']) {
      expect(text).toContain(row);
      expect(html).toContain(row);
    }
    expect(text).toContain(`${BASE_URL}/websites/${id}?from=2026-03-23&to=2026-03-29`);
    expect(html).toContain(`${BASE_URL}/websites/${id}?from=2026-03-23&amp;to=2026-03-29`);
    const header = (name: string) => headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe')).toMatch(new RegExp(`^<${BASE_URL}/unsubscribe/[\\w.-]+>$`));
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(messageId).toMatch(/^<[0-9a-f-]{36}@stats\.example>$/);
  });

  test('says of no growth against a week before that began before the first event', async () => {
    const id = await website({ name: 'Shop' });
    service.clock = MONDAY - 1;
    await owner.history(id, HISTORY);
    const to = await addressOf();
    service.clock = MONDAY;
    await service.jobs.run('notifications', 'retention');
    const { subject, text = '' } = await readEmail(emailsTo(to)[0]!);
    expect(subject).toBe('Shop: 3 visitors last week');
    expect(text).toMatch(/^Visitors +3 {2}no full week before$/m);
    expect(text).not.toMatch(/[+−]\d+%/);
  });

  test('is made up once after weeks of downtime', async () => {
    await owner.history(await website(), HISTORY);
    const to = await addressOf();
    service.clock = MONDAY + 17 * DAY;
    await service.jobs.run('notifications', 'retention');
    await service.jobs.run('notifications', 'retention');
    expect(emailsTo(to)).toHaveLength(1);
    // No one came in the last week, but two weeks ago.
    expect((await readEmail(emailsTo(to)[0]!)).subject).toBe('No visitors last week: Shop');
  });

  test('of a website without traffic is short and helpful, and comes at most once a month', async () => {
    await website();
    const to = await addressOf();
    for (let week = 0; week < 8; week++) {
      service.clock = MONDAY + week * 7 * DAY;
      await service.jobs.run('notifications', 'retention');
    }
    expect(emailsTo(to)).toHaveLength(2);
    const { text } = await readEmail(emailsTo(to)[0]!);
    expect(text).toContain('No visitors of example.com were counted last week.');
    expect(text).toMatch(/\/websites\/[\w-]+\/snippet/);
  });

  test('comes late after an outage of the mail server, and is given up after a day', async () => {
    const id = await website();
    await owner.history(id, HISTORY);
    const to = await addressOf();
    smtp.refuses = true;
    service.clock = MONDAY;
    await service.jobs.run('notifications', 'retention');
    service.clock += 20 * MINUTE;
    await service.jobs.run('notifications', 'retention');
    smtp.refuses = false;
    service.clock += 40 * MINUTE;
    await service.jobs.run('notifications', 'retention');
    expect(emailsTo(to)).toHaveLength(1);
    smtp.refuses = true;
    for (service.clock = MONDAY + 7 * DAY; service.clock < MONDAY + 9 * DAY; service.clock += 120 * MINUTE) {
      await service.jobs.run('notifications', 'retention');
    }
    smtp.refuses = false;
    await service.jobs.run('notifications', 'retention');
    expect(emailsTo(to)).toHaveLength(1);
    const metrics = await (await service.app.request('/metrics')).text();
    expect(metrics).toMatch(/^footfall_deliveries_total\{outcome="given-up"\} [1-9]/m);
  });

  test('shows hostile names as text, on one line', async () => {
    const path = `/${'x'.repeat(10_000)}`;
    const id = await website({ name: '<img src=x onerror=alert(1)>"\u202egnp.exe' });
    await owner.history(id, [
      view('anna', '2026-03-24T10:00:00.000Z', { url: `https://example.com${path}` }),
      view('ben', '2026-03-24T10:00:00.000Z', {
        url: 'https://example.com/a%0ABcc:%20eve@evil.example%00%E2%80%AEx',
        referrer: 'https://evil.example/"><script>alert(1)</script>',
      }),
    ]);
    const to = await addressOf();
    service.clock = MONDAY;
    await service.jobs.run('notifications', 'retention');
    const [received] = emailsTo(to);
    expect(received?.to).toEqual([to]);
    const { html = '', text = '', subject, bcc } = await readEmail(received!);
    expect(bcc ?? []).toEqual([]);
    expect(subject).toMatch(/^<img src=x onerror=alert\(1\)>" ?gnp\.exe: 2 visitors/);
    expect(html.match(/<(img|script)[^>]*/g)).toEqual([expect.stringMatching(/^<img src="(cid:|data:)/)]);
    expect(html + text).not.toMatch(/[\u202e\0]/);
    expect(text).not.toMatch(/^Bcc/m);
    expect(text.length).toBeLessThan(5_000);
  });
});

describe('of views', () => {
  const ONE_KEPT = ['Shop, Kept: 1 visitor last week', 'Shop: 3 visitors last week'];

  const segment = async (id: string, name: string, filters: readonly object[]) =>
    (await owner.call('POST', `/websites/${id}/segments`, { name, filters })).body.data.id as string;

  const is = (dimension: string, value: string) => [{ dimension, operator: 'is', values: [value] }];

  async function save(id: string, ids: readonly string[]): Promise<void> {
    const { db } = service.engines.postgres;
    const shown = (await listEmailedViews(db, id)).map((emailed) => emailed.id);
    await saveEmailedViews(db, id, ids, shown);
    await written();
  }

  /** A website whose segments of Germany and of France, with these names, are emailed. */
  async function shopWith(german: string, french: string) {
    const id = await website({ name: 'Shop' });
    service.clock = MONDAY - 1;
    await owner.history(id, HISTORY);
    const ids = [await segment(id, german, is('country', 'DE')), await segment(id, french, is('country', 'FR'))];
    await save(id, ids);
    return { id, ids, to: await addressOf() };
  }

  /** Emails of segments are written by a job of their own, and sent with the others. */
  const written = async () => {
    await service.jobs.run('view summaries');
    await service.jobs.run('notifications');
  };

  async function read(to: string): Promise<ReadonlyMap<string, string>> {
    const emails = await Promise.all(emailsTo(to).map(readEmail));
    return new Map(emails.map(({ subject = '', text = '' }) => [subject, text]));
  }

  const subjects = async (to: string) => [...(await read(to)).keys()].sort();

  test('has the figures of the API for each, once, and the website has its own', async () => {
    const id = await website({ name: 'Shop' });
    service.clock = MONDAY - 1;
    await owner.history(id, [OLD, ...HISTORY]);
    const german = await segment(id, 'Germany', is('country', 'Germany'));
    const others = [
      await segment(id, 'Nobody', is('country', 'JP')),
      await segment(id, 'Not emailed', is('country', 'FR')),
    ];
    await save(id, [german, others[0]!]);
    const to = await addressOf();
    service.clock = MONDAY;
    await Promise.all([written(), written()]);
    await service.restart();
    service.clock += MINUTE;
    await written();
    expect(emailsTo(to)).toHaveLength(2);
    const emails = await read(to);
    const { data } = (await owner.get(`/websites/${id}/stats/main`, { ...WEEK, country: 'DE' })).body;
    expect(data).toMatchObject({ totalVisitors: 2, previousTotalVisitors: 2, totalPageviews: 3 });
    expect([...emails.keys()].sort()).toEqual([
      'Shop, Germany: 2 visitors last week (±0%)',
      'Shop: 3 visitors last week (+50%)',
    ]);
    const text = emails.get('Shop, Germany: 2 visitors last week (±0%)')!;
    expect(text).toMatch(/^Segment: Germany, 23.–.29 Mar 2026, compared with the week before$/m);
    expect(text).toMatch(/^Pageviews +3 /m);
    expect(text).not.toContain('France');
    expect(text).toContain(`${BASE_URL}/websites/${id}?from=2026-03-23&to=2026-03-29&segment=${german}`);
    expect(text).toContain('You get the weekly summary of Shop and some of its views from Footfall.');
  });

  test('has the conversions of the goal of a view, as its page does', async () => {
    const id = await website({ name: 'Shop' });
    service.clock = MONDAY - 1;
    const more = [view('ben', '2026-03-25T11:00:00.000Z'), view('ida', '2025-03-26T10:00:00.000Z')];
    const signups = ['2026-03-25T11:01:00.000Z', '2026-03-25T11:02:00.000Z', '2026-03-18T10:01:00.000Z'].map(
      (timestamp) => ({ ...view('ben', timestamp), type: 'custom', name: 'signup' }) as const,
    );
    await owner.history(id, [OLD, ...HISTORY, ...more, ...signups]);
    const goal = (
      await owner.call('POST', `/websites/${id}/goals`, { name: 'Sign-up', match: is('event', 'signup')[0] })
    ).body.data.id as string;
    const german = await segment(id, 'Germany', is('country', 'DE'));
    const { db } = service.engines.postgres;
    const previous = { comparison: 'previous', matchWeekday: false } as const;
    await emailViewWeekly(db, id, { goalId: goal, segmentId: german, ...previous });
    await emailViewWeekly(db, id, { goalId: goal, segmentId: german, ...previous });
    await emailViewWeekly(db, id, { goalId: goal, segmentId: null, comparison: 'year', matchWeekday: true });
    await written();
    expect(failureOf(await owner.call('DELETE', `/websites/${id}/goals/${goal}`))).toEqual({
      status: 409,
      errors: [
        'The goal Sign-up is used by the weekly summary (deletion ends the emails that use this goal): remove it there first, or delete it with force=true',
      ],
    });
    const to = await addressOf();
    service.clock = MONDAY;
    await written();
    const emails = await read(to);
    expect([...emails.keys()].sort()).toEqual([
      'Shop, Germany, Sign-up: 3 conversions last week (+200%)',
      'Shop, Sign-up: 3 conversions last week',
      'Shop: 4 visitors last week (+100%)',
    ]);
    const ofWeek = emails.get('Shop, Germany, Sign-up: 3 conversions last week (+200%)')!;
    expect(ofWeek).toMatch(/^Goal: Sign-up, Segment: Germany, 23.–.29 Mar 2026, compared with the week before$/m);
    expect(ofWeek).toMatch(/^Conversions +3 {2}\+200%$/m);
    expect(ofWeek).toMatch(/^Conversion rate +66\.7% /m);
    expect(ofWeek).toMatch(/^Visitors +3 /m);
    expect(ofWeek).not.toMatch(/^Pageviews/m);
    expect(ofWeek).toContain('\nConversions by day\n');
    expect(ofWeek).toMatch(/^Wed +2 {2}\(week before: 1\)$/m);
    expect(ofWeek).toMatch(/^Top countries \(conversions\)$\s+3 conversions, 66\.7% of 3 visitors {2}Germany$/m);
    expect(ofWeek).toContain(`/websites/${id}?from=2026-03-23&to=2026-03-29&goal=${goal}&segment=${german}`);
    const ofYear = emails.get('Shop, Sign-up: 3 conversions last week')!;
    expect(ofYear).toMatch(/^Goal: Sign-up, 23.–.29 Mar 2026, compared with the same period last year$/m);
    expect(ofYear).toContain(`&compare=year&matchWeekday=true&goal=${goal}\n`);
    await owner.call('DELETE', `/websites/${id}/goals/${goal}?force=true`);
    service.clock = MONDAY + 7 * DAY;
    await owner.history(id, [view('zoe', '2026-04-01T10:00:00.000Z')]);
    await written();
    expect(emailsTo(to)).toHaveLength(4);
  });

  test('stops with the weekly summary, the segment, or its goal', async () => {
    const id = await website({ name: 'Shop' });
    service.clock = MONDAY - 1;
    await owner.history(id, HISTORY);
    const goal = (
      await owner.call('POST', `/websites/${id}/goals`, { name: 'Sign-ups', match: is('event', 'signup')[0] })
    ).body.data.id;
    const deleted = await segment(id, 'Deleted', is('country', 'DE'));
    const ofGoal = await segment(id, 'Of a goal', [{ hasDone: { goal } }]);
    const kept = await segment(id, 'Kept', is('country', 'FR'));
    await save(id, [deleted, ofGoal, kept]);
    expect(failureOf(await owner.call('DELETE', `/websites/${id}/segments/${deleted}`))).toEqual({
      status: 409,
      errors: [
        'The segment Deleted is used by the weekly summary (deletion ends the emails of this segment): remove it there first, or delete it with force=true',
      ],
    });
    await owner.call('DELETE', `/websites/${id}/segments/${deleted}?force=true`);
    await owner.call('DELETE', `/websites/${id}/goals/${goal}?force=true`);
    const to = await addressOf();
    service.clock = MONDAY;
    await written();
    expect(await subjects(to)).toEqual(ONE_KEPT);
    await owner.call('PATCH', `/websites/${id}`, { emailWeeklySummary: false });
    service.clock = MONDAY + 7 * DAY;
    await owner.history(id, [view('finn', '2026-04-01T10:00:00.000Z', { country: 'FR' })]);
    await written();
    expect(emailsTo(to)).toHaveLength(2);
  });

  test('one that is taken off the list while emails cannot be sent is not sent later', async () => {
    const { id, ids, to } = await shopWith('Off', 'Kept');
    service.clock = MONDAY;
    await service.jobs.run('view summaries');
    await saveEmailedViews(service.engines.postgres.db, id, ids.slice(1), ids);
    await service.jobs.run('notifications');
    expect(await subjects(to)).toEqual(ONE_KEPT);
  });

  test('come later, and once, when the database has no turn for one of them', async () => {
    const { to } = await shopWith('Germany', 'France');
    const { query } = service.clickhouse;
    let mains = 0;
    const busy = vi.spyOn(service.clickhouse, 'query').mockImplementation((each) => {
      if (each.name === 'stats/main') mains += 1;
      return mains === 2 ? Promise.reject(new AppError('unavailable', ['busy'])) : query(each);
    });
    service.clock = MONDAY;
    await written();
    busy.mockRestore();
    expect(emailsTo(to)).toHaveLength(2);
    service.clock += 5 * MINUTE;
    await written();
    expect(emailsTo(to)).toHaveLength(3);
    expect(await subjects(to)).toEqual([
      'Shop, France: 1 visitor last week',
      'Shop, Germany: 2 visitors last week',
      'Shop: 3 visitors last week',
    ]);
  });

  test('one that cannot be counted does not hold up the others', async () => {
    const { id, ids, to } = await shopWith('Slow', 'Kept');
    const { db } = service.engines.postgres;
    const malformed = { filters: [{ dimension: 'page', operator: 'matches', values: ['('] }] };
    await db.update(definitions).set({ fields: malformed }).where(eq(definitions.id, ids[0]!));
    service.clock = MONDAY;
    await written();
    expect(await subjects(to)).toEqual(ONE_KEPT);
    // It is tried again for a day.
    for (; service.clock < MONDAY + 2 * DAY; service.clock += 60 * MINUTE) await service.jobs.run('view summaries');
    await service.jobs.run('notifications');
    expect(emailsTo(to)).toHaveLength(2);
    expect(await listGivenUp(db, id, service.clock)).toMatchObject([
      { topic: 'weekly-summary', failure: 'A view could not be read' },
    ]);
  });
});

describe('the link in it', () => {
  async function linkOf(id: string): Promise<{ path: string; to: string }> {
    await owner.history(id, HISTORY);
    const to = await addressOf();
    service.clock = MONDAY;
    await service.jobs.run('notifications', 'retention');
    const { text = '' } = await readEmail(emailsTo(to).at(-1)!);
    const [, path = ''] = /^Unsubscribe: https:\/\/footfall\.example(\S+)$/m.exec(text) ?? [];
    return { path, to };
  }

  test('asks first, and ends this email alone when it is posted to without a session', async () => {
    const id = await website();
    const kept = await website({ name: 'Kept' });
    await owner.history(kept, HISTORY);
    const { path, to } = await linkOf(id);
    expect(emailsTo(to)).toHaveLength(2);
    const link = [...emailsTo(to)]
      .map(({ data }) => data)
      .join()
      .includes('Kept')
      ? path
      : '';
    const page = await service.app.request(link);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(`to ${to}?`);
    // What mail programs send: no cookie, no origin.
    const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const answer = await service.app.request(link, { method: 'POST', body: form });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Set-Cookie')).toBeNull();
    expect((await service.app.request(link, { method: 'POST', body: form })).status).toBe(200);
    service.clock = MONDAY + 7 * DAY;
    await owner.history(id, [view('zoe', '2026-04-01T10:00:00.000Z')]);
    await owner.history(kept, [view('zoe', '2026-04-01T10:00:00.000Z')]);
    await service.jobs.run('notifications', 'retention');
    expect(emailsTo(to)).toHaveLength(3);
  });

  test.each(['', 'x', 'eyJ9.AAAA', '%00', 'a'.repeat(2_000), '[].[]'])('is refused when it is %j', async (token) => {
    for (const method of ['GET', 'POST']) {
      const response = await service.app.request(`/unsubscribe/${token}`, { method });
      expect(response.status).toBeGreaterThanOrEqual(303);
      expect(response.status).toBeLessThan(500);
    }
  });
});

test('a stranger never gets an email about a website', async () => {
  const id = await website();
  await owner.history(id, HISTORY);
  const to = await addressOf();
  const stranger = await apiClient(service);
  expect((await stranger.call('PATCH', `/websites/${id}`, { emailWeeklySummary: true })).status).toBe(403);
  const before = smtp.received.length;
  service.clock = MONDAY;
  await service.jobs.run('notifications', 'retention');
  expect(
    smtp.received
      .slice(before)
      .flatMap(({ to }) => to)
      .filter((each) => each === to),
  ).toHaveLength(1);
  const about = smtp.received.filter(({ data }) => data.replaceAll('=\n', '').includes(id)).flatMap(({ to }) => to);
  expect(about).toEqual([to]);
});
