import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { apiKeyMark, findApiKey, generateApiKey, replaceApiKey, revokeApiKey } from '../../src/accounts/api-keys.js';
import { authenticator } from '../../src/accounts/authenticator.js';
import { changeProfile } from '../../src/accounts/profile.js';
import { apiKeys } from '../../src/postgres/schema.js';
import type { TestDatabase } from '../postgres/each-postgres.js';
import { newTestAccount } from './new-test-account.js';

const NOW = Date.parse('2026-03-29T01:02:03.456Z');

export function apiKeySuite(database: () => TestDatabase): void {
  const db = () => database().postgres.db;
  const elsewhere = async (key: string, now = NOW) => (await authenticator(database().other.db)(key, now))?.account;

  it('are generated in their format and known by hash, start and name', async () => {
    const account = await newTestAccount(db());
    expect(await findApiKey(db(), account.id)).toBeUndefined();

    const key = await generateApiKey(db(), account.id, ' Reports ', NOW);
    expect(key).toMatch(/^ff_live_[0-9a-f]{64}$/);
    expect(await findApiKey(db(), account.id)).toEqual({
      start: key.slice(0, 12),
      name: 'Reports',
      createdAt: new Date(NOW),
      lastUsedAt: null,
    });
    const [row] = await db().select().from(apiKeys).where(eq(apiKeys.accountId, account.id));
    expect(JSON.stringify(row)).not.toContain(key.slice(12));
    expect(await elsewhere(key)).toEqual(account);
  });

  it('are dead in every process once regenerated', async () => {
    const account = await newTestAccount(db());
    const old = await generateApiKey(db(), account.id, 'old', NOW);
    expect(await elsewhere(old)).toEqual(account);

    const fresh = await generateApiKey(db(), account.id, undefined, NOW + 1);
    expect(await elsewhere(old)).toBeUndefined();
    expect(await elsewhere(fresh)).toEqual(account);
    expect(await findApiKey(db(), account.id)).toMatchObject({ name: null, createdAt: new Date(NOW + 1) });
  });

  it('are asked for again once anything has changed, and dead at once where they were remembered', async () => {
    const { changes } = database().postgres;
    const known = authenticator(db(), changes);
    const authenticate = async (key: string, now: number) => (await known(key, now))?.account;
    const account = await newTestAccount(db());
    const old = await generateApiKey(db(), account.id, undefined, NOW);
    for (let time = 0; time < 3; time += 1) expect(await authenticate(old, NOW)).toEqual(account);
    const fresh = await generateApiKey(db(), account.id, undefined, NOW + 1);
    expect(await authenticate(old, NOW)).toBeUndefined();
    await authenticate(fresh, NOW + 1);
    await changeProfile(db(), account.id, { firstName: 'Ada', lastName: '' });
    expect(await authenticate(fresh, NOW + 1)).toMatchObject({ firstName: 'Ada' });

    const authenticated = Promise.all([1, 2, 3].map(() => authenticate(fresh, NOW + 1)));
    await revokeApiKey(db(), account.id);
    expect(await authenticate(fresh, NOW + 1)).toBeUndefined();
    await authenticated;
    expect(await authenticate(fresh, NOW + 1)).toBeUndefined();
  });

  it('are dead in every process once revoked', async () => {
    const account = await newTestAccount(db());
    const key = await generateApiKey(db(), account.id, undefined, NOW);
    expect(await revokeApiKey(db(), account.id)).toBe(true);
    expect(await revokeApiKey(db(), account.id)).toBe(false);
    expect(await elsewhere(key)).toBeUndefined();
    expect(await findApiKey(db(), account.id)).toBeUndefined();
  });

  it.each(['', 'ff_live_', 'x\0y', "' or true --", '🔑', 'ff_live_'.padEnd(72, '0'), 'f'.repeat(3000)])(
    'of nobody let nobody in: %j',
    async (text) => {
      expect(await elsewhere(text)).toBeUndefined();
    },
  );

  it('have their last use written at most once a minute', async () => {
    const account = await newTestAccount(db());
    const key = await generateApiKey(db(), account.id, undefined, NOW);
    const lastUse = async () => (await findApiKey(db(), account.id))?.lastUsedAt?.getTime();
    for (const [at, written] of [
      [NOW, NOW],
      [NOW + 59_999, NOW],
      [NOW + 60_000, NOW + 60_000],
      [NOW + 60_001, NOW + 60_000],
    ] as const) {
      await elsewhere(key, at);
      expect(await lastUse()).toBe(written);
    }
  });

  it('are replaced by who has seen the one before, once, however often that is asked for', async () => {
    const account = await newTestAccount(db());
    const ask = (mark: string) =>
      Array.from({ length: 6 }, (_, index) => {
        const process = index % 2 === 0 ? db() : database().other.db;
        return replaceApiKey(process, account.id, { mark, name: undefined }, NOW + index);
      });
    for (let round = 0; round < 2; round++) {
      const seen = await findApiKey(db(), account.id);
      const results = await Promise.allSettled(ask(apiKeyMark(seen)));
      const keys = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      expect(keys).toHaveLength(1);
      expect(await elsewhere(keys[0]!)).toEqual(account);
      for (const each of results)
        if (each.status === 'rejected') expect(each.reason).toMatchObject({ kind: 'conflict' });
    }
  });

  it.each(['', 'x'.repeat(101), 'a\0b'])('are not called %j', async (name) => {
    const account = await newTestAccount(db());
    const generated = generateApiKey(db(), account.id, name, NOW);
    await expect(generated).rejects.toMatchObject({ kind: 'invalid', messages: [expect.stringMatching(/^name: /)] });
  });
}
