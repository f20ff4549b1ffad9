import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { updateWebsite } from '../../src/websites/change-website.js';
import { createWebsite } from '../../src/websites/create-website.js';
import { deleteWebsite } from '../../src/websites/delete-website.js';
import type { Website } from '../../src/websites/website.js';
import { WebsiteCache } from '../../src/websites/website-cache.js';
import { type WebsiteReader, websiteReader } from '../../src/websites/website-lookup.js';
import { newTestAccount } from '../accounts/new-test-account.js';
import type { TestDatabase } from '../postgres/each-postgres.js';

const NOW = Date.parse('2026-03-29T01:02:03.456Z');
const plan = { pageviewsPerMonth: 1000, websites: 1000 };
const settings = { name: 'Shop', domain: 'example.com', timezone: 'UTC' };

export function websiteLookupSuite(database: () => TestDatabase): void {
  let live: WebsiteCache;
  let readers: readonly WebsiteReader[];
  const store = () => ({ db: database().postgres.db, refresh: live.refresh });
  const newAccount = async () => (await newTestAccount(store().db)).id;
  const create = (accountId: string, now = NOW) => createWebsite(store(), accountId, settings, plan, now);

  /** What this process and, on a server, another one that has heard of nothing yet, say of a website. */
  async function expectFound({ id, accountId }: Website, expected: Website | undefined) {
    for (const reader of readers) {
      expect(await reader.find(id)).toEqual(expected);
      expect(await reader.list(accountId, { limit: 9 })).toEqual(expected === undefined ? [] : [expected]);
      expect(await reader.count(accountId)).toBe(expected === undefined ? 0 : 1);
    }
  }

  beforeAll(async () => {
    const { postgres, other } = database();
    live = await WebsiteCache.open(postgres, () => undefined);
    const deaf = await WebsiteCache.open(other, () => undefined);
    await deaf.close();
    readers = [websiteReader(postgres, live), ...(postgres.kind === 'server' ? [websiteReader(other, deaf)] : [])];
  });

  afterAll(() => live.close());

  it('knows of every change when the verb returns, in whichever process', async () => {
    const website = await create(await newAccount());
    await expectFound(website, website);
    const renamed = await updateWebsite(store(), website, { name: 'Other' }, NOW + 1);
    await expectFound(website, renamed);
    await deleteWebsite(store(), website, NOW + 2);
    await expectFound(website, undefined);
  });

  it('lists the oldest first, and those made at once by their ids', async () => {
    const accountId = await newAccount();
    const [late, early, twin] = [await create(accountId, NOW + 1), await create(accountId), await create(accountId)];
    await create(await newAccount());
    const twins = [early, twin].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for (const { list, count } of readers) {
      expect(await list(accountId, { limit: 9 })).toEqual([...twins, late]);
      expect(await list(accountId, { limit: 2 })).toEqual(twins);
      expect(await list(accountId, { limit: 9, after: twins[0]! })).toEqual([twins[1], late]);
      expect(await list(accountId, { limit: 1, after: twins[1]! })).toEqual([late]);
      expect(await list(accountId, { limit: 9, after: late })).toEqual([]);
      expect(await count(accountId)).toBe(3);
    }
  });

  it('lists only those with the given ids, of the account', async () => {
    const accountId = await newAccount();
    const [first, second] = [await create(accountId), await create(accountId, NOW + 1)];
    const foreign = await create(await newAccount());
    const texts = ['', 'x', '\0', randomUUID(), foreign.id];
    for (const { list } of readers) {
      expect(await list(accountId, { limit: 9, only: 'all' })).toEqual([first, second]);
      expect(await list(accountId, { limit: 9, only: [second.id, first.id] })).toEqual([first, second]);
      expect(await list(accountId, { limit: 1, only: [...texts, second.id] })).toEqual([second]);
      expect(await list(accountId, { limit: 9, after: first, only: [first.id] })).toEqual([]);
      expect(await list(accountId, { limit: 9, only: texts })).toEqual([]);
      expect(await list(accountId, { limit: 9, only: [] })).toEqual([]);
    }
  });

  it.each(['', '1', randomUUID(), `${randomUUID()}\n`, '\0', '__proto__'])('finds no %j', async (id) => {
    for (const { find } of readers) expect(await find(id)).toBeUndefined();
  });

  it('takes an id in whichever case', async () => {
    const website = await create(await newAccount());
    for (const { find } of readers) expect(await find(website.id.toUpperCase())).toEqual(website);
  });
}
