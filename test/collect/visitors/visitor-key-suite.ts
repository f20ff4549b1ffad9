import { asc } from 'drizzle-orm';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { chooseRotation } from '../../../src/collect/visitors/chosen-rotation.js';
import type { Rotation } from '../../../src/collect/visitors/rotation.js';
import { RotatingKeys, visitorKeys } from '../../../src/collect/visitors/visitor-keys.js';
import type { Context } from '../../../src/context/context.js';
import type { Postgres } from '../../../src/postgres/postgres.js';
import { installationSettings, visitorSalts } from '../../../src/postgres/schema.js';
import { createWebsite } from '../../../src/websites/create-website.js';
import { WebsiteCache } from '../../../src/websites/website-cache.js';
import { newTestAccount } from '../../accounts/new-test-account.js';
import { testContext } from '../../context.js';
import { breakable } from '../../postgres/breakable.js';
import type { TestDatabase } from '../../postgres/each-postgres.js';

const SECRET = 'the secret of the installation, long enough';
const at = (time: string) => Date.parse(`2026-${time}Z`);

export function visitorKeySuite(database: () => TestDatabase): void {
  const db = () => database().postgres.db;
  const log = vi.fn();
  let clock = 0;

  beforeEach(async () => {
    await db().delete(visitorSalts);
    await db().delete(installationSettings);
    log.mockClear();
  });

  const contextOf = (postgres: Postgres): Context => ({
    ...testContext({ secret: SECRET, now: () => clock, warn: () => log }),
    get db() {
      return postgres.db;
    },
  });

  /** Keys that a process opens at a time. */
  async function open(
    time: string,
    rotation: Rotation = 'daily',
    postgres = database().postgres,
  ): Promise<RotatingKeys> {
    clock = at(time);
    const keys = await RotatingKeys.open(contextOf(postgres), rotation);
    onTestFinished(() => keys.close());
    return keys;
  }

  async function refreshAt(keys: RotatingKeys, time: string): Promise<void> {
    clock = at(time);
    await keys.refresh();
  }

  const table = () => db().select().from(visitorSalts).orderBy(asc(visitorSalts.periodStart));

  const periods = async () =>
    (await table()).map((row) => `${row.rotation} ${row.periodStart.toISOString().slice(5, 10)}`);

  it('are the secret and a salt of 32 random bytes', async () => {
    const keys = await open('03-29T12:00');
    const { current } = keys.at(clock);
    expect(current.slice(0, SECRET.length)).toBe(SECRET);
    expect(current.slice(SECRET.length)).toMatch(/^[0-9a-f]{64}$/);
    const salts = (await table()).map(({ salt }) => salt);
    expect(new Set(salts).size).toBe(salts.length);
    expect(salts).toContain(current.slice(SECRET.length));
  });

  it('change at midnight UTC, and the former one is told for 24 hours', async () => {
    const keys = await open('03-29T12:00');
    const before = keys.at(at('03-29T23:59:59.999'));
    expect(before).not.toHaveProperty('former');
    const after = keys.at(at('03-30T00:00'));
    expect(after.current).not.toBe(before.current);
    expect(after.former).toBe(before.current);
    expect(keys.at(at('03-30T23:59:59.999'))).toEqual(after);

    await refreshAt(keys, '03-30T12:00');
    expect(keys.at(at('03-30T23:59:59.999'))).toEqual(after);
    const next = keys.at(at('03-31T00:00'));
    expect(next.former).toBe(after.current);
    expect([before.current, after.current]).not.toContain(next.current);
  });

  it('change with the month', async () => {
    const keys = await open('03-31T12:00', 'monthly');
    const march = keys.at(at('03-01T00:00'));
    expect(keys.at(at('03-31T23:59:59.999'))).toEqual(march);
    const april = keys.at(at('04-01T00:00'));
    expect(april.former).toBe(march.current);
    expect(keys.at(at('04-01T23:59:59.999'))).toEqual(april);
    expect(keys.at(at('04-02T00:00'))).toEqual({ current: april.current });
    expect(keys.at(at('04-30T23:59:59.999'))).toEqual({ current: april.current });
  });

  it('are the same in every process, whoever comes first', async () => {
    const [one, two] = await Promise.all([open('03-29T12:00'), open('03-29T12:00', 'daily', database().other)]);
    await Promise.all([refreshAt(one, '03-30T23:59'), refreshAt(two, '03-30T23:59')]);
    for (const time of ['03-29T12:00', '03-30T12:00', '03-31T12:00'])
      expect(one.at(at(time))).toEqual(two.at(at(time)));
    const late = await open('03-30T23:59', 'daily', database().other);
    expect(late.at(clock)).toEqual(one.at(clock));
    expect(late.at(clock).former).toBeDefined();
  });

  it('go from the table 24 hours after the rotation, and no earlier', async () => {
    const keys = await open('03-29T12:00');
    await refreshAt(keys, '03-30T23:59:59.999');
    expect(await periods()).toEqual(['daily 03-29', 'daily 03-30', 'daily 03-31']);
    await refreshAt(keys, '03-31T00:00');
    expect(await periods()).toEqual(['daily 03-30', 'daily 03-31', 'daily 04-01']);
  });

  it('of a month go from the table 24 hours after its end', async () => {
    const keys = await open('03-31T12:00', 'monthly');
    await refreshAt(keys, '04-01T23:59:59.999');
    expect(await periods()).toEqual(['monthly 03-01', 'monthly 04-01']);
    await refreshAt(keys, '04-02T00:00');
    expect(await periods()).toEqual(['monthly 04-01']);
  });

  it('that are over are deleted by a process that starts later', async () => {
    await open('03-29T12:00');
    const keys = await open('06-01T12:00');
    expect(await periods()).toEqual(['daily 06-01', 'daily 06-02']);
    expect(keys.at(clock)).not.toHaveProperty('former');
  });

  it('of a process whose clock is ahead are left alone', async () => {
    const ahead = await open('03-30T00:00');
    const behind = await open('03-29T23:59:59');
    expect(await periods()).toContain('daily 03-31');
    await refreshAt(behind, '03-30T00:00:01');
    expect(behind.at(clock).current).toBe(ahead.at(clock).current);
    expect(behind.at(at('03-31T12:00')).current).toBe(ahead.at(at('03-31T12:00')).current);
  });

  it('rotate while PostgreSQL is away, when it has been there in the day before', async () => {
    const flaky = breakable(database().other);
    const keys = await open('03-29T12:00', 'daily', flaky.postgres);
    const elsewhere = await open('03-29T12:00');
    flaky.broken = true;
    await refreshAt(keys, '03-30T00:00');
    expect(log).toHaveBeenCalledTimes(1);
    expect(keys.at(clock)).toEqual(elsewhere.at(clock));
    expect(keys.at(clock).former).toBeDefined();
  });

  it('stay as they are while PostgreSQL is away for longer, and rotate as soon as it answers', async () => {
    const flaky = breakable(database().other);
    const keys = await open('03-29T12:00', 'daily', flaky.postgres);
    flaky.broken = true;
    const first = keys.at(at('03-29T12:00')).current;
    const last = keys.at(at('03-30T12:00')).current;
    for (const time of ['03-31T00:00', '03-31T05:00']) {
      await refreshAt(keys, time);
      expect(keys.at(clock)).toEqual({ current: last });
      expect(keys.at(at('03-29T12:00')).current, 'is forgotten').not.toBe(first);
    }

    flaky.broken = false;
    await refreshAt(keys, '03-31T05:01');
    expect(keys.at(clock).current).not.toBe(last);
    expect(keys.at(clock).former).toBe(last);
    expect(await periods()).toEqual(['daily 03-30', 'daily 03-31', 'daily 04-01']);
  });

  it('are put back into a table that has lost them', async () => {
    const keys = await open('03-29T12:00');
    const before = keys.at(clock);
    await db().delete(visitorSalts);
    await refreshAt(keys, '03-29T12:01');
    expect(keys.at(clock)).toEqual(before);
    expect((await open('03-29T12:02')).at(clock)).toEqual(before);
  });

  it('of another rotation are deleted, and never used again', async () => {
    await open('03-01T12:00', 'monthly');
    const monthly = (await table()).map(({ salt }) => salt);
    const keys = await open('03-01T12:01', 'daily');
    expect(await periods()).toEqual(['daily 03-01', 'daily 03-02']);
    expect(monthly).not.toContain(keys.at(clock).current.slice(SECRET.length));
  });

  it('are the secret alone without rotation, and no salt is left', async () => {
    await open('03-29T12:00');
    expect(await table()).not.toEqual([]);
    const keys = visitorKeys(contextOf(database().postgres), 'never');
    onTestFinished(() => keys.close());
    await keys.open();
    for (const time of ['03-29T12:00', '03-30T00:00', '06-01T12:00'])
      expect(keys.at(at(time))).toEqual({ current: SECRET });
    expect(await table()).toEqual([]);
  });

  it('are configured, else chosen, else never rotate', async () => {
    const isRotating = async (rotation: 'monthly' | 'never' | undefined) => {
      clock = at('03-29T12:00');
      const keys = visitorKeys(contextOf(database().postgres), rotation);
      await keys.open();
      onTestFinished(() => keys.close());
      return keys.at(clock).current !== SECRET;
    };
    expect(await isRotating(undefined)).toBe(false);
    await chooseRotation(db(), 'monthly');
    expect(await isRotating(undefined)).toBe(true);
    expect(await periods()).toEqual(['monthly 03-01']);
    expect(await isRotating('never')).toBe(false);
    await expect(chooseRotation(db(), 'daily')).rejects.toThrow();
  });

  it('have the rotation that another process has stored, before a website is known', async () => {
    clock = at('03-29T12:00');
    const { other } = database();
    const keys = visitorKeys(contextOf(other), undefined);
    let isAway = true;
    const known = await WebsiteCache.open(other, log, undefined, async () => {
      if (isAway) throw new Error('away');
      await keys.open();
    });
    onTestFinished(() => known.close());
    onTestFinished(() => keys.close());

    const account = await newTestAccount(db());
    await chooseRotation(db(), 'daily');
    const settings = { name: 'Shop', domain: 'example.com', timezone: 'UTC' };
    const plan = { pageviewsPerMonth: 1000, websites: 1000 };
    const website = await createWebsite({ db: db(), refresh: known.refresh }, account.id, settings, plan, clock);
    expect(known.byId(website.id)).toBeUndefined();
    expect(() => keys.at(clock)).toThrow('try again');
    isAway = false;
    await expect.poll(() => known.byId(website.id)).toEqual(website);
    expect(keys.at(clock)).toEqual((await open('03-29T12:00')).at(clock));
  });

  it('ask PostgreSQL for nothing more once they are closed', async () => {
    const keys = await open('03-29T12:00');
    let isDone = false;
    void keys.refresh().then(() => {
      isDone = true;
    });
    await keys.close();
    expect(isDone).toBe(true);
  });

  it('cannot be opened while PostgreSQL is away', async () => {
    const flaky = breakable(database().other);
    flaky.broken = true;
    await expect(open('03-29T12:00', 'daily', flaky.postgres)).rejects.toThrow('away');
  });
}
