import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { generateApiKey } from '../../src/accounts/api-keys.js';
import { authenticator } from '../../src/accounts/authenticator.js';
import { ALL_RIGHTS } from '../../src/accounts/key-rights.js';
import {
  createScopedKey,
  deleteScopedKey,
  listScopedKeys,
  MAX_SCOPED_KEYS,
  type NewScopedKey,
} from '../../src/accounts/scoped-keys.js';
import { apiKeys } from '../../src/postgres/schema.js';
import type { TestDatabase } from '../postgres/each-postgres.js';
import { newTestAccount } from './new-test-account.js';

const NOW = Date.parse('2026-03-29T01:02:03.456Z');
const HOUR = 3_600_000;

const NEW: NewScopedKey = { name: 'Grafana', scopes: ['sql', 'read'], websites: 'all', expiresAt: null };

export function scopedKeySuite(database: () => TestDatabase): void {
  const db = () => database().postgres.db;
  const elsewhere = (key: string, now = NOW) => authenticator(database().other.db)(key, now);
  const create = (accountId: string, more: Partial<NewScopedKey> = {}) =>
    createScopedKey(db(), accountId, { ...NEW, ...more }, NOW);

  it('are many, each known by its hash and start, with its own rights', async () => {
    const account = await newTestAccount(db());
    const websites = [randomUUID(), randomUUID()];
    const { key: own } = { key: await generateApiKey(db(), account.id, undefined, NOW) };
    const { key, ...all } = await create(account.id);
    const some = await create(account.id, { websites, scopes: ['ingest'] });
    expect(key).toMatch(/^ff_live_[0-9a-f]{64}$/);
    expect(all).toEqual({
      id: all.id,
      name: 'Grafana',
      start: key.slice(0, 12),
      scopes: ['read', 'sql'],
      websites: 'all',
      expiresAt: null,
      createdAt: new Date(NOW),
      lastUsedAt: null,
    });
    const rows = await db().select().from(apiKeys).where(eq(apiKeys.accountId, account.id));
    expect(JSON.stringify(rows)).not.toContain(key.slice(12));
    expect(JSON.stringify(await listScopedKeys(db(), account.id))).not.toContain(key.slice(12));
    expect(await elsewhere(own)).toEqual({ account, rights: ALL_RIGHTS });
    expect(await elsewhere(key)).toEqual({
      account,
      rights: { scopes: ['read', 'sql'], websites: 'all', expiresAt: null },
    });
    expect((await elsewhere(some.key))?.rights).toEqual({ scopes: ['ingest'], websites, expiresAt: null });
  });

  it('with an empty list of websites have none of them', async () => {
    const account = await newTestAccount(db());
    const { key } = await create(account.id, { websites: [] });
    expect((await elsewhere(key))?.rights.websites).toEqual([]);
  });

  it('are dead in every process once deleted, by their account alone', async () => {
    const [account, stranger] = [await newTestAccount(db()), await newTestAccount(db())];
    const { id, key } = await create(account.id);
    const { key: kept } = await create(account.id);
    for (const wrong of ['', 'x', `${id}0`, "' or true", randomUUID(), '\0']) {
      expect(await deleteScopedKey(db(), account.id, wrong)).toBe(false);
    }
    expect(await deleteScopedKey(db(), stranger.id, id)).toBe(false);
    expect((await elsewhere(key))?.account).toEqual(account);
    expect(await deleteScopedKey(db(), account.id, id)).toBe(true);
    expect(await elsewhere(key)).toBeUndefined();
    expect((await elsewhere(kept))?.account).toEqual(account);
  });

  it('expire at their instant, also where they are cached', async () => {
    const account = await newTestAccount(db());
    const expiresAt = new Date(NOW + HOUR);
    const { id, key } = await create(account.id, { expiresAt });
    const authenticate = authenticator(db(), database().postgres.changes);
    for (let time = 0; time < 3; time += 1) {
      expect((await authenticate(key, NOW + HOUR - 1))?.rights.expiresAt).toEqual(expiresAt);
    }
    expect(await authenticate(key, NOW + HOUR)).toBeUndefined();
    expect(await elsewhere(key, NOW + HOUR)).toBeUndefined();
    const [listed] = await listScopedKeys(db(), account.id);
    expect(listed).toMatchObject({ id, expiresAt, lastUsedAt: new Date(NOW + HOUR - 1) });
  });

  it.each([NOW, NOW - 1, Date.UTC(2200, 0), Number.NaN])('do not expire at %d', async (at) => {
    const account = await newTestAccount(db());
    const created = create(account.id, { expiresAt: new Date(at) });
    await expect(created).rejects.toMatchObject({ messages: [expect.stringMatching(/^expiresAt: /)] });
  });

  it('have their last use written at most once a minute', async () => {
    const account = await newTestAccount(db());
    const { key } = await create(account.id);
    for (const [at, written] of [
      [NOW, NOW],
      [NOW + 59_999, NOW],
      [NOW + 60_000, NOW + 60_000],
      [NOW + 60_001, NOW + 60_000],
    ] as const) {
      await elsewhere(key, at);
      expect((await listScopedKeys(db(), account.id))[0]?.lastUsedAt?.getTime()).toBe(written);
    }
  });

  it('are at most a hundred, however many are created at once', async () => {
    const account = await newTestAccount(db());
    const created = await Promise.allSettled(Array.from({ length: MAX_SCOPED_KEYS + 3 }, () => create(account.id)));
    expect(await listScopedKeys(db(), account.id)).toHaveLength(MAX_SCOPED_KEYS);
    for (const each of created) if (each.status === 'rejected') expect(each.reason).toMatchObject({ kind: 'conflict' });
  });
}
