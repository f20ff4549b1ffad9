import { expect, it } from 'vitest';
import { createWebsite } from '../../src/websites/create-website.js';
import { deleteWebsite } from '../../src/websites/delete-website.js';
import {
  createSharedLink,
  findSharedLink,
  isExpired,
  listSharedLinks,
  opensSharedLink,
  revokeSharedLink,
} from '../../src/websites/shared-links.js';
import { newTestAccount } from '../accounts/new-test-account.js';
import type { TestDatabase } from '../postgres/each-postgres.js';

const NOW = Date.parse('2026-03-29T01:02:03.456Z');
const plan = { pageviewsPerMonth: 1000, websites: 3 };

export function sharedLinkSuite(database: () => TestDatabase): void {
  const db = () => database().postgres.db;
  const store = () => ({ db: db(), refresh: async () => {} });

  async function newWebsite() {
    const { id } = await newTestAccount(db());
    return createWebsite(store(), id, { name: 'Shop', domain: 'example.com', timezone: 'UTC' }, plan, NOW);
  }

  it('are found by a token that nobody can guess', async () => {
    const { id } = await newWebsite();
    const link = await createSharedLink(db(), id, { name: 'Board' }, NOW);
    expect(link).toEqual({
      token: expect.stringMatching(/^[\w-]{32}$/),
      websiteId: id,
      name: 'Board',
      passwordHash: null,
      createdAt: new Date(NOW),
      expiresAt: null,
      view: '',
      oneView: null,
    });
    expect(await findSharedLink(db(), link.token)).toEqual(link);
    const tokens = await Promise.all(
      Array.from({ length: 20 }, async () => (await createSharedLink(db(), id, { name: 'Board' }, NOW)).token),
    );
    expect(new Set(tokens).size).toBe(20);
  });

  it.each(['', ' ', '\0', "' OR true --", 'x'.repeat(32), 'x'.repeat(100_000), '_'.repeat(31), '%'])(
    'are not found by %j',
    async (token) => {
      const { id } = await newWebsite();
      await createSharedLink(db(), id, { name: 'Board' }, NOW);
      expect(await findSharedLink(db(), token)).toBeUndefined();
      expect(await revokeSharedLink(db(), id, token)).toBe(false);
    },
  );

  it('keep their view, what their readers see, and when they expire', async () => {
    const { id } = await newWebsite();
    const oneView = {
      filters: [{ dimension: 'page', operator: 'is', values: ['/a\u0001“'] }],
      goals: [{ id: crypto.randomUUID(), name: 'Signup', match: {} }],
      keepsDates: true,
      panels: ['places'],
    };
    const expiresAt = new Date(NOW + 1);
    const link = await createSharedLink(db(), id, { name: 'View', view: 'range=7d', oneView, expiresAt }, NOW);
    expect(link).toMatchObject({ view: 'range=7d', oneView, expiresAt });
    expect(await findSharedLink(db(), link.token)).toEqual(link);
    expect([isExpired(link, NOW), isExpired(link, NOW + 1)]).toEqual([false, true]);
  });

  it('are listed by website, the oldest first', async () => {
    const [mine, other] = [await newWebsite(), await newWebsite()];
    const second = await createSharedLink(db(), mine.id, { name: 'Second' }, NOW + 1);
    const first = await createSharedLink(db(), mine.id, { name: 'First' }, NOW);
    await createSharedLink(db(), other.id, { name: 'Other' }, NOW);
    expect(await listSharedLinks(db(), mine.id)).toEqual([first, second]);
  });

  it('are opened by their password alone, which is stored nowhere', async () => {
    const { id } = await newWebsite();
    const open = await createSharedLink(db(), id, { name: 'Open' }, NOW);
    const locked = await createSharedLink(db(), id, { name: 'Locked', password: 'correct horse' }, NOW);
    expect(locked.passwordHash).toMatch(/^\$argon2id\$/);
    expect(await opensSharedLink(open, '')).toBe(true);
    expect(await opensSharedLink(locked, 'correct horse')).toBe(true);
    for (const wrong of ['', 'Correct horse', 'correct horse\0', 'x'.repeat(1_000_000)]) {
      expect(await opensSharedLink(locked, wrong)).toBe(false);
    }
  });

  it('are revoked by their own website alone', async () => {
    const [mine, other] = [await newWebsite(), await newWebsite()];
    const { token } = await createSharedLink(db(), mine.id, { name: 'Board' }, NOW);
    expect(await revokeSharedLink(db(), other.id, token)).toBe(false);
    expect(await findSharedLink(db(), token)).toBeDefined();
    expect(await revokeSharedLink(db(), mine.id, token)).toBe(true);
    expect(await findSharedLink(db(), token)).toBeUndefined();
    expect(await revokeSharedLink(db(), mine.id, token)).toBe(false);
  });

  it('are 100 at most, of several made at once too', async () => {
    const { id } = await newWebsite();
    for (let made = 0; made < 98; made += 1) await createSharedLink(db(), id, { name: 'Board' }, NOW);
    const last = await Promise.allSettled(
      Array.from({ length: 4 }, () => createSharedLink(db(), id, { name: 'Board' }, NOW)),
    );
    expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(last.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { kind: 'conflict', messages: ['A website has at most 100 shared links: revoke one first'] },
    });
    expect(await listSharedLinks(db(), id)).toHaveLength(100);
  });

  it('give way to new ones once they have expired', async () => {
    const { id } = await newWebsite();
    const expiresAt = new Date(NOW + 1_000);
    const short = await createSharedLink(db(), id, { name: 'Short', expiresAt }, NOW);
    for (let made = 0; made < 99; made += 1) await createSharedLink(db(), id, { name: 'Board' }, NOW);
    const add = (now: number) => createSharedLink(db(), id, { name: 'New' }, now);
    await expect(add(NOW)).rejects.toMatchObject({ kind: 'conflict' });
    await add(NOW + 1_000);
    expect(await findSharedLink(db(), short.token)).toBeUndefined();
    expect(await listSharedLinks(db(), id)).toHaveLength(100);
    await expect(add(NOW + 1_000)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('go with their website, and cannot be made for one that is gone', async () => {
    const website = await newWebsite();
    const { token } = await createSharedLink(db(), website.id, { name: 'Board' }, NOW);
    await deleteWebsite(store(), website, NOW);
    expect(await findSharedLink(db(), token)).toBeUndefined();
    await expect(createSharedLink(db(), website.id, { name: 'Board' }, NOW)).rejects.toMatchObject({
      kind: 'not_found',
    });
  });
}
