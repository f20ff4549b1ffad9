import { beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../src/accounts/create-account.js';
import { CLAIM_MS, claimJobs, planJobs } from '../../src/jobs/website-jobs.js';
import { claimDeliveries, endDelivery, failDelivery } from '../../src/notifications/delivery-repository.js';
import { addNotice, wantsNotices } from '../../src/notifications/notice-repository.js';
import { listGivenUp } from '../../src/notifications/status.js';
import type { Database } from '../../src/postgres/postgres.js';
import { updateWebsite } from '../../src/websites/change-website.js';
import { createWebsite } from '../../src/websites/create-website.js';
import { findWebsite } from '../../src/websites/find-website.js';
import type { Website } from '../../src/websites/website.js';
import type { TestDatabase } from '../postgres/each-postgres.js';

const NOW = Date.parse('2026-03-30T05:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export function outboxSuite(database: () => TestDatabase): void {
  const store = () => ({ db: database().postgres.db, refresh: async () => undefined });
  let accountId: string;

  beforeAll(async () => {
    accountId = (await createAccount(store().db, { email: 'ada@example.com' }, NOW)).id;
  });

  async function website(timezone = 'Europe/Berlin'): Promise<Website> {
    const plan = { pageviewsPerMonth: 1, websites: 1000 };
    const created = await createWebsite(
      store(),
      accountId,
      { name: 'Shop', domain: 'example.com', timezone },
      plan,
      NOW,
    );
    return updateWebsite(store(), created, { emailWeeklySummary: true }, NOW);
  }

  const plan = (db: Database) => planJobs(db, 'weekly-summary', NOW, wantsNotices(db, 'weekly-summary'));

  const notice = (websiteId: string, occasion: string) =>
    ({ websiteId, topic: 'weekly-summary', kind: 'week', occasion, content: {} }) as const;

  test('gives each due job to one process, and to another one when a process is gone', async () => {
    const { postgres, other } = database();
    const ids = [(await website()).id, (await website('Asia/Kathmandu')).id, (await website()).id];
    await plan(postgres.db);
    // 8:00 in Kathmandu was hours ago: its first summary is due next week.
    expect(await claimJobs(postgres.db, 'weekly-summary', NOW, 10)).toEqual([]);
    const due = NOW + HOUR;
    const claimed = await Promise.all(
      [postgres, other, postgres, other].map(({ db }) => claimJobs(db, 'weekly-summary', due, 1)),
    );
    expect(
      claimed
        .flat()
        .map(({ websiteId }) => websiteId)
        .toSorted(),
    ).toEqual([ids[0], ids[2]].toSorted());
    expect(await claimJobs(other.db, 'weekly-summary', due + CLAIM_MS - 1, 10)).toEqual([]);
    expect(await claimJobs(other.db, 'weekly-summary', due + CLAIM_MS, 10)).toHaveLength(2);
  });

  test('plans again when the switch or the time zone changes', async () => {
    const { db } = database().postgres;
    const { id } = await website('Pacific/Auckland');
    const dueOf = async () => (await db.query.jobs.findFirst({ where: (job, { eq }) => eq(job.websiteId, id) }))?.dueAt;
    await plan(db);
    expect(await dueOf()).toEqual(new Date('2026-04-05T20:00:00Z'));
    await updateWebsite(store(), (await findWebsite(db, id))!, { timezone: 'America/Los_Angeles' }, NOW);
    await plan(db);
    expect(await dueOf()).toEqual(new Date('2026-03-30T15:00:00Z'));
    await updateWebsite(store(), (await findWebsite(db, id))!, { emailWeeklySummary: false }, NOW);
    await plan(db);
    expect(await dueOf()).toBeUndefined();
  });

  test('has one notice of an occasion, and its deliveries once', async () => {
    const { postgres, other } = database();
    const { id } = await website();
    const add = (db: typeof postgres.db) =>
      db.transaction((tx) =>
        addNotice(tx, notice(id, '2026-03-23'), { emails: ['a@example.com', 'b@example.com'], webhookIds: [] }, NOW),
      );
    const added = await Promise.all([postgres, other].map(({ db }) => add(db)));
    expect(added.toSorted()).toEqual([false, true]);
    const claimed = await Promise.all([other, postgres, other].map(({ db }) => claimDeliveries(db, NOW, 1)));
    expect(
      claimed
        .flat()
        .map(({ email }) => email)
        .toSorted(),
    ).toEqual(['a@example.com', 'b@example.com']);
    for (const delivery of claimed.flat()) await endDelivery(postgres.db, delivery, 'sent', NOW);
    expect(await claimDeliveries(postgres.db, NOW + DAY, 10)).toEqual([]);
  });

  test('tries for a day with growing pauses, then gives up where the owner sees it', async () => {
    const { db } = database().postgres;
    const { id } = await website();
    await addNotice(db, notice(id, '2026-03-16'), { emails: ['c@example.com'], webhookIds: [] }, NOW);
    const times: number[] = [];
    for (let now = NOW; now < NOW + 3 * DAY; now += 60_000) {
      for (const delivery of await claimDeliveries(db, now, 10)) {
        times.push(now - NOW);
        await failDelivery(db, delivery, 'The mail server could not be reached', now);
      }
      if (now > NOW + 2 * HOUR) now += 29 * 60_000;
    }
    const pauses = times.slice(1).map((time, index) => time - times[index]!);
    expect(pauses.slice(0, 4)).toEqual([60_000, 120_000, 240_000, 480_000]);
    expect(Math.max(...pauses)).toBeLessThan(2 * HOUR);
    expect(times.at(-1)).toBeGreaterThan(DAY - 2 * HOUR);
    expect(times.at(-1)).toBeLessThanOrEqual(DAY);
    expect(await listGivenUp(db, id, NOW + 3 * DAY)).toMatchObject([
      { topic: 'weekly-summary', email: 'c@example.com', failure: 'The mail server could not be reached' },
    ]);
    expect(await listGivenUp(db, id, NOW + 10 * DAY)).toEqual([]);
  });

  test('sends alerts before summaries that are due for longer, also when they are tried again', async () => {
    const { db } = database().postgres;
    const { id } = await website();
    const to = (email: string) => ({ emails: [email], webhookIds: [] });
    await addNotice(db, notice(id, '2026-03-09'), to('summary@example.com'), NOW);
    const spike = { ...notice(id, 'now'), topic: 'traffic-alert', kind: 'spike' } as const;
    await addNotice(db, spike, to('alert@example.com'), NOW + 1);
    const claimOne = async (now: number) => (await claimDeliveries(db, now, 1))[0]!;
    const failed = await claimOne(NOW + 1);
    await failDelivery(db, failed, 'The mail server could not be reached', NOW + 1);
    const later = NOW + 5 * 60_000;
    const deliveries = [failed, await claimOne(later), await claimOne(later)];
    expect(deliveries.map(({ email }) => email)).toEqual([
      'alert@example.com',
      'alert@example.com',
      'summary@example.com',
    ]);
    for (const delivery of deliveries.slice(1)) await endDelivery(db, delivery, 'sent', later);
  });

  test('shows the last failure of each address and kind of email', async () => {
    const { db } = database().postgres;
    const { id } = await website();
    const give = async (occasion: string, email: string, at: number, failure: string, kind: object = {}) => {
      await addNotice(db, { ...notice(id, occasion), ...kind }, { emails: [email], webhookIds: [] }, NOW - 2 * DAY);
      for (const delivery of await claimDeliveries(db, NOW, 10)) await failDelivery(db, delivery, failure, at);
    };
    for (let segment = 1; segment <= 12; segment += 1) {
      await give(`2026-03-02 ${segment}`, 'd@example.com', NOW + segment, `failure ${segment}`);
    }
    await give('2026-03-02', 'e@example.com', NOW, 'another address');
    await give('then', 'd@example.com', NOW - 1, 'an alert', { topic: 'traffic-alert', kind: 'spike' });
    const shown = await listGivenUp(db, id, NOW + DAY);
    expect(shown.map(({ email, failure }) => [email, failure])).toEqual([
      ['d@example.com', 'failure 12'],
      ['e@example.com', 'another address'],
      ['d@example.com', 'an alert'],
    ]);
  });
}
