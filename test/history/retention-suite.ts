import type { Logger } from 'pino';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createAccount } from '../../src/accounts/create-account.js';
import { applyRetention, type OldEvents } from '../../src/history/retention.js';
import { jobs, websites } from '../../src/postgres/schema.js';
import { updateWebsite } from '../../src/websites/change-website.js';
import { createWebsite } from '../../src/websites/create-website.js';
import { findWebsite } from '../../src/websites/find-website.js';
import { testContext } from '../context.js';
import type { TestDatabase } from '../postgres/each-postgres.js';

/** Monday, 15:00 in Berlin. */
const NOW = Date.parse('2026-03-30T13:00:00Z');
const PLAN = { pageviewsPerMonth: 1, websites: 1000 };
const at = (time: string) => Date.parse(time);

export function retentionSuite(database: () => TestDatabase): void {
  const store = () => ({ db: database().postgres.db, refresh: async () => undefined });
  let accountId: string;
  let clock = NOW;
  /** The deletions, by website and the start of the first kept day. */
  let deleted: (readonly [string, string])[] = [];
  let logged: unknown[] = [];
  let failures: unknown[] = [];
  let failure: Error | undefined;
  /** What happens to the website while its deletion waits. */
  let meanwhile: ((id: string) => Promise<void>) | undefined;

  beforeAll(async () => {
    accountId = (await createAccount(store().db, { email: 'ada@example.com' }, NOW)).id;
  });

  beforeEach(async () => {
    await store().db.delete(jobs);
    await store().db.delete(websites);
    [clock, deleted, logged, failures, failure, meanwhile] = [NOW, [], [], [], undefined, undefined];
  });

  const website = async (retentionMonths: number | null, timezone = 'Europe/Berlin') => {
    const settings = { name: 'Shop', domain: 'example.com', timezone };
    const created = await createWebsite(store(), accountId, settings, PLAN, NOW);
    return updateWebsite(store(), created, { retentionMonths }, NOW);
  };

  /** What one of two processes does when it is its time. */
  const apply = (retentionMonths?: number, db = database().postgres.db) => {
    const log = { info: (facts: unknown, what?: string) => void logged.push([facts, what]) } as Logger;
    const context = testContext({ db, log, now: () => clock, config: { retentionMonths } });
    const oldEvents: OldEvents = {
      count: async () => {
        if (failure !== undefined) throw failure;
        return 7;
      },
      delete: async ({ id }, before, isNeeded) => {
        if (failure !== undefined) throw failure;
        await meanwhile?.(id);
        if (await isNeeded()) deleted.push([id, new Date(before).toISOString()]);
      },
    };
    const onFailed = (_: unknown, isGivenUp: boolean) => void failures.push(isGivenUp);
    return applyRetention(context, oldEvents, onFailed, new AbortController().signal);
  };

  test('says first what it will delete, and deletes it at night, once a day, by one process', async () => {
    const { id } = await website(6);
    await website(null);
    await apply();
    const night = new Date('2026-03-31T02:00:00Z');
    const facts = { websiteId: id, events: 7, before: '2025-09-30' };
    expect(logged).toEqual([[{ ...facts, at: night }, 'events older than the retention will be deleted']]);
    clock = night.getTime() - 1;
    await apply();
    expect(deleted).toEqual([]);
    clock = night.getTime();
    await Promise.all([apply(), apply(undefined, database().other.db)]);
    expect(deleted).toEqual([[id, '2025-09-29T22:00:00.000Z']]);
    expect(logged.slice(1)).toEqual([
      [facts, 'events older than the retention are being deleted'],
      [facts, 'events older than the retention are deleted'],
    ]);
    await apply();
    expect(deleted).toHaveLength(1);
    clock = at('2026-04-01T02:00:00Z');
    await apply();
    expect(deleted[1]).toEqual([id, '2025-09-30T22:00:00.000Z']);
  });

  test('is caught up once after a long downtime', async () => {
    const { id } = await website(1, 'America/New_York');
    await apply();
    clock = at('2026-07-31T12:00:00Z');
    await apply();
    // June has no 31st day.
    expect(deleted).toEqual([[id, '2026-06-30T04:00:00.000Z']]);
    await apply();
    expect(deleted).toHaveLength(1);
  });

  test('is the shorter one of the website and the installation', async () => {
    const months = new Map<number | null, string>();
    for (const own of [null, 2, 24]) months.set(own, (await website(own, 'UTC')).id);
    await apply(12);
    clock = at('2026-04-01T04:00:00Z');
    await apply(12);
    expect(Object.fromEntries(deleted)).toEqual({
      [months.get(null)!]: '2025-04-01T00:00:00.000Z',
      [months.get(2)!]: '2026-02-01T00:00:00.000Z',
      [months.get(24)!]: '2025-04-01T00:00:00.000Z',
    });
  });

  test('ends with the setting, before the night', async () => {
    const { id } = await website(6);
    await apply();
    await updateWebsite(store(), (await findWebsite(store().db, id))!, { retentionMonths: null }, NOW);
    clock = at('2026-04-05T12:00:00Z');
    await apply();
    expect(deleted).toEqual([]);
  });

  test('ends when it is withdrawn while the deletion waits, and goes on when it is only shortened', async () => {
    const change = (retentionMonths: number | null) => async (id: string) => {
      await updateWebsite(store(), (await findWebsite(store().db, id))!, { retentionMonths }, NOW);
    };
    const { id } = await website(6);
    await apply();
    clock = at('2026-03-31T02:00:00Z');
    meanwhile = change(24);
    await apply();
    expect(deleted).toEqual([]);
    clock = at('2026-04-01T02:00:00Z');
    await change(6)(id);
    meanwhile = change(3);
    await apply();
    expect(deleted).toEqual([[id, '2025-09-30T22:00:00.000Z']]);
  });

  test('is announced also when the events cannot be counted', async () => {
    const [one, two] = [await website(6), await website(6)];
    failure = new Error('ClickHouse is away');
    await apply();
    const text = 'events older than the retention will be deleted, which could not be counted';
    expect(logged).toHaveLength(2);
    for (const { id } of [one, two]) expect(logged).toContainEqual([{ websiteId: id }, text]);
  });

  test('is tried again after a failure, until the next night', async () => {
    const { id } = await website(6);
    await apply();
    failure = new Error('ClickHouse is away');
    clock = at('2026-03-31T02:00:00Z');
    await apply();
    await apply();
    expect(failures).toEqual([false]);
    failure = undefined;
    clock += 60_000;
    await apply();
    expect(deleted).toEqual([[id, '2025-09-29T22:00:00.000Z']]);
  });
}
