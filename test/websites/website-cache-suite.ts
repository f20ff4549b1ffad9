import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Postgres } from '../../src/postgres/postgres.js';
import { regenerateTrackingKey, updateWebsite } from '../../src/websites/change-website.js';
import { beginCount } from '../../src/websites/count.js';
import { createWebsite } from '../../src/websites/create-website.js';
import { deleteWebsite } from '../../src/websites/delete-website.js';
import { WebsiteCache } from '../../src/websites/website-cache.js';
import { newTestAccount } from '../accounts/new-test-account.js';
import { breakable } from '../postgres/breakable.js';
import type { TestDatabase } from '../postgres/each-postgres.js';

const NOW = Date.parse('2026-03-29T01:02:03.456Z');
const plan = { pageviewsPerMonth: 1000, websites: 1000 };
const settings = { name: 'Shop', domain: 'example.com', timezone: 'UTC' };

export function websiteCacheSuite(database: () => TestDatabase): void {
  let here: WebsiteCache;
  let elsewhere: WebsiteCache;
  const log = vi.fn();
  const db = () => database().postgres.db;
  const store = () => ({ db: db(), refresh: here.refresh });

  beforeAll(async () => {
    here = await WebsiteCache.open(database().postgres, log);
    elsewhere = await WebsiteCache.open(database().other, log);
  });

  afterAll(async () => {
    await Promise.all([here.close(), elsewhere.close()]);
    expect(log).not.toHaveBeenCalled();
  });

  const newWebsite = async () => createWebsite(store(), (await newTestAccount(db())).id, settings, plan, NOW);

  it('are there from the start', async () => {
    const website = await newWebsite();
    const late = await WebsiteCache.open(database().other, log);
    expect(late.byId(website.id)).toEqual(website);
    expect(late.byTrackingKey(website.trackingKey)).toEqual(website);
    await late.close();
  });

  it('follow every change, here before the verb returns and elsewhere at once', async () => {
    const website = await newWebsite();
    expect(here.byTrackingKey(website.trackingKey)).toEqual(website);
    await expect.poll(() => elsewhere.byTrackingKey(website.trackingKey)).toEqual(website);

    const renamed = await updateWebsite(store(), website, { name: 'Other' }, NOW);
    expect(here.byId(website.id)).toEqual(renamed);
    await expect.poll(() => elsewhere.byId(website.id)).toEqual(renamed);

    const rekeyed = await regenerateTrackingKey(store(), website, NOW);
    for (const [live, wait] of [
      [here, (check: () => void) => check()],
      [elsewhere, vi.waitFor],
    ] as const) {
      await wait(() => expect(live.byTrackingKey(website.trackingKey)).toBeUndefined());
      expect(live.byTrackingKey(rekeyed.trackingKey)).toEqual(rekeyed);
    }

    await deleteWebsite(store(), website, NOW);
    expect(here.byTrackingKey(rekeyed.trackingKey)).toBeUndefined();
    await expect.poll(() => elsewhere.byId(website.id)).toBeUndefined();
  });

  it('end up with the last of many changes at once', async () => {
    const website = await newWebsite();
    await Promise.all(Array.from({ length: 20 }, () => regenerateTrackingKey(store(), website, NOW)));
    await here.refresh(website.id);
    const { trackingKey } = here.byId(website.id)!;
    await expect.poll(() => elsewhere.byId(website.id)?.trackingKey).toBe(trackingKey);
    expect(elsewhere.byTrackingKey(website.trackingKey)).toBeUndefined();
  });

  it('are served while PostgreSQL is away, and caught up with when it is back', async () => {
    const website = await newWebsite();
    const flaky = breakable(database().other);
    const failures = vi.fn();
    const live = await WebsiteCache.open(flaky.postgres, failures);

    flaky.broken = true;
    const rekeyed = await regenerateTrackingKey(store(), website, NOW);
    await live.refresh(website.id);
    expect(failures).toHaveBeenCalled();
    expect(live.byTrackingKey(website.trackingKey)).toEqual(website);

    flaky.broken = false;
    await expect.poll(() => live.byTrackingKey(rekeyed.trackingKey)).toEqual(rekeyed);
    expect(live.byTrackingKey(website.trackingKey)).toBeUndefined();
    await live.close();
  });

  it('are read anew when the connection listens again', async () => {
    const website = await newWebsite();
    const deaf = relistening(database().other);
    const live = await WebsiteCache.open(deaf.postgres, log);
    const rekeyed = await regenerateTrackingKey(store(), website, NOW);
    expect(live.byId(website.id)).toEqual(website);
    deaf.listenAgain();
    await expect.poll(() => live.byId(website.id)).toEqual(rekeyed);
    await live.close();
  });

  it('tell of counts that were begun elsewhere while notifications were lost, and of no others', async () => {
    const [missed, known, renamed] = [await newWebsite(), await newWebsite(), await newWebsite()];
    const onMissed = vi.fn();
    const deaf = relistening(database().other);
    const live = await WebsiteCache.open(deaf.postgres, log, onMissed);
    const begin = (id: string) => beginCount({ db: db(), refresh: async () => undefined }, id, 0);
    await begin(known.id);
    await live.refresh(known.id);
    await begin(missed.id);
    await updateWebsite(store(), renamed, { name: 'Other' }, NOW);
    deaf.listenAgain();
    await expect.poll(() => live.byId(renamed.id)?.name).toBe('Other');
    expect(onMissed.mock.calls).toEqual([[[missed.id]]]);
    await live.close();
  });

  it('fail to open when they cannot be read', async () => {
    const flaky = breakable(database().other);
    flaky.broken = true;
    await expect(WebsiteCache.open(flaky.postgres, vi.fn())).rejects.toThrow('away');
  });
}

/** PostgreSQL whose notifications are all lost, and that can be told to listen again. */
function relistening(real: Postgres): { listenAgain: () => void; postgres: Postgres } {
  let listening = () => {};
  const listen: Postgres['listen'] = async (_channel, _onPayload, onListening = () => {}) => {
    listening = onListening;
    onListening();
    return async () => {};
  };
  return { listenAgain: () => listening(), postgres: { ...real, listen } };
}
