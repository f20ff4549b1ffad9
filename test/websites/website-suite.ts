import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { deletedWebsites } from '../../src/postgres/schema.js';
import { regenerateTrackingKey, updateWebsite } from '../../src/websites/change-website.js';
import { createWebsite } from '../../src/websites/create-website.js';
import { deleteWebsite } from '../../src/websites/delete-website.js';
import { findWebsite, findWebsitesByDomain, listWebsites } from '../../src/websites/find-website.js';
import { ownWebsite } from '../../src/websites/website-lookup.js';
import { newTestAccount } from '../accounts/new-test-account.js';
import type { TestDatabase } from '../postgres/each-postgres.js';

const NOW = Date.parse('2026-03-29T01:02:03.456Z');
const LATER = NOW + 1;
const plan = { pageviewsPerMonth: 1000, websites: 3 };
const settings = { name: 'Shop', domain: 'example.com', timezone: 'Asia/Kolkata' };

export function websiteSuite(database: () => TestDatabase): void {
  const refresh = vi.fn(async (_id: string) => {});
  const db = () => database().postgres.db;
  const stored = { find: (id: string) => findWebsite(db(), id) };
  const store = () => ({ db: db(), refresh });
  const create = (accountId: string, values = settings) => createWebsite(store(), accountId, values, plan, NOW);

  async function newWebsite() {
    return create((await newTestAccount(db())).id);
  }

  it('are created with what was given, and defaults', async () => {
    const account = await newTestAccount(db());
    const website = await createWebsite(
      store(),
      account.id,
      { ...settings, favicon: 'https://example.com/i.png', allowedDomains: ['*.example.org'] },
      plan,
      NOW,
    );
    expect(website).toEqual({
      ...settings,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      accountId: account.id,
      trackingKey: expect.stringMatching(/^site_[0-9a-f]{32}$/),
      favicon: 'https://example.com/i.png',
      chartTheme: 'default',
      allowedDomains: ['*.example.org'],
      excludedIps: [],
      excludedPaths: [],
      excludedHostnames: [],
      excludedCountries: [],
      excludeHosting: false,
      emailWeeklySummary: false,
      emailTrafficSpike: false,
      retentionMonths: null,
      countGeneration: 1,
      countState: 'complete',
      createdAt: new Date(NOW),
      updatedAt: new Date(NOW),
    });
    expect(refresh).toHaveBeenLastCalledWith(website.id);
    expect(await findWebsite(db(), website.id)).toEqual(website);
  });

  it('are listed by account, the same domain twice if need be', async () => {
    const [mine, other] = [await newTestAccount(db()), await newTestAccount(db())];
    const [first, second] = [await create(mine.id), await create(mine.id)];
    await create(other.id);
    const listed = await listWebsites(db(), mine.id);
    expect(listed).toHaveLength(2);
    expect(listed).toEqual(expect.arrayContaining([first, second]));
  });

  it('end with the allowance of the plan, also when many are created at once', async () => {
    const account = await newTestAccount(db());
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => create(account.id)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { kind: 'forbidden', messages: ['Website limit reached: the plan self-hosted allows 3'] },
    });
    expect(await listWebsites(db(), account.id)).toHaveLength(3);
  });

  it("are their own account's alone", async () => {
    const website = await newWebsite();
    const stranger = await newTestAccount(db());
    expect(await ownWebsite(stored, website.accountId, website.id)).toEqual(website);
    expect(await ownWebsite(stored, website.accountId, website.id.toUpperCase())).toEqual(website);
    await expect(ownWebsite(stored, stranger.id, website.id)).rejects.toMatchObject({
      kind: 'forbidden',
      messages: ['Access denied to this website'],
    });
  });

  it.each(['', 'x', 'a\0b', "' or true --", '🦶', 'x'.repeat(3000), '00000000-0000-0000-0000-000000000000'])(
    'are not found by %j',
    async (id) => {
      const { accountId } = await newWebsite();
      await expect(ownWebsite(stored, accountId, id)).rejects.toMatchObject({
        kind: 'not_found',
        messages: ['Website not found'],
      });
    },
  );

  it('are found by their domain, the oldest first, whoever owns them', async () => {
    const domain = `${randomUUID()}.example`;
    const first = await createWebsite(store(), (await newTestAccount(db())).id, { ...settings, domain }, plan, NOW);
    const second = await createWebsite(store(), (await newTestAccount(db())).id, { ...settings, domain }, plan, LATER);
    expect(await findWebsitesByDomain(db(), domain, 9)).toEqual([first, second]);
    expect(await findWebsitesByDomain(db(), domain, 1)).toEqual([first]);
    expect(await findWebsitesByDomain(db(), `www.${domain}`, 9)).toEqual([]);
  });

  it('can exclude hosting providers from the start', async () => {
    const { id } = await newTestAccount(db());
    const website = await createWebsite(store(), id, { ...settings, excludeHosting: true }, plan, NOW);
    expect(website.excludeHosting).toBe(true);
    expect(await findWebsite(db(), website.id)).toEqual(website);
  });

  it('change where the patch says so, and nowhere else', async () => {
    const website = await newWebsite();
    const patch = {
      name: `O'Shop "🦶" \\ {x} $1`,
      favicon: null,
      chartTheme: 'ocean',
      excludeHosting: true,
      excludedPaths: ['/a,b', '/"q"', "/it's", '/back\\slash', '/{x}', '/NULL'],
      emailTrafficSpike: true,
      retentionMonths: 24,
    } as const;
    const updated = await updateWebsite(store(), website, { ...patch, excludedPaths: [...patch.excludedPaths] }, LATER);
    expect(updated).toEqual({ ...website, ...patch, updatedAt: new Date(LATER) });
    expect(refresh).toHaveBeenLastCalledWith(website.id);
    expect(await findWebsite(db(), website.id)).toEqual(updated);
  });

  it('get a new tracking key in place of the old one', async () => {
    const website = await newWebsite();
    const { trackingKey, updatedAt } = await regenerateTrackingKey(store(), website, LATER);
    expect(trackingKey).toMatch(/^site_[0-9a-f]{32}$/);
    expect(trackingKey).not.toBe(website.trackingKey);
    expect(updatedAt).toEqual(new Date(LATER));
  });

  it('leave a tombstone, and can be deleted once', async () => {
    const website = await newWebsite();
    await deleteWebsite(store(), website, LATER);
    expect(refresh).toHaveBeenLastCalledWith(website.id);
    expect(await findWebsite(db(), website.id)).toBeUndefined();
    expect(await db().select().from(deletedWebsites).where(eq(deletedWebsites.id, website.id))).toEqual([
      { id: website.id, deletedAt: new Date(LATER), erasedAt: null },
    ]);
    const gone = { kind: 'not_found' };
    await expect(deleteWebsite(store(), website, LATER)).rejects.toMatchObject(gone);
    await expect(updateWebsite(store(), website, { name: 'x' }, LATER)).rejects.toMatchObject(gone);
    await expect(regenerateTrackingKey(store(), website, LATER)).rejects.toMatchObject(gone);
  });
}
