import { expect, it } from 'vitest';
import { findApiKey, generateApiKey } from '../../src/accounts/api-keys.js';
import { authenticator } from '../../src/accounts/authenticator.js';
import { bootstrapAccount } from '../../src/accounts/create-account.js';
import { verifyPassword } from '../../src/accounts/passwords.js';
import { changeEmail } from '../../src/accounts/profile.js';
import type { TestDatabase } from '../postgres/each-postgres.js';

const NOW = Date.parse('2026-03-01T00:00:00Z');

const newEmail = () => `${crypto.randomUUID()}@example.com`;
const newKey = () => `ff_live_${crypto.randomUUID().replaceAll('-', '').repeat(2)}`;

export function bootstrapSuite(database: () => TestDatabase): void {
  const db = () => database().postgres.db;

  it('creates the account with its password and key', async () => {
    const [email, apiKey] = [newEmail(), newKey()];
    const account = await bootstrapAccount(db(), { email, password: 'correct horse', apiKey }, NOW);
    expect(account).toMatchObject({ email });
    expect((await authenticator(db())(apiKey, NOW))?.account).toEqual(account);
    expect(await verifyPassword(db(), email, 'correct horse')).toMatchObject(account!);
  });

  it('leaves an account alone that exists', async () => {
    const [email, apiKey] = [newEmail(), newKey()];
    const account = await bootstrapAccount(db(), { email, password: undefined, apiKey: undefined }, NOW);
    const own = await generateApiKey(db(), account!.id, undefined, NOW);
    expect(await bootstrapAccount(db(), { email, password: 'correct horse', apiKey }, NOW)).toBeUndefined();
    expect((await authenticator(db())(own, NOW))?.account).toEqual(account);
    expect(await authenticator(db())(apiKey, NOW)).toBeUndefined();
    expect(await verifyPassword(db(), email, 'correct horse')).toBeUndefined();
  });

  it('leaves it alone when it has another address since', async () => {
    const first = { email: newEmail(), password: 'correct horse', apiKey: newKey() };
    const account = await bootstrapAccount(db(), first, NOW);
    const changed = newEmail();
    await changeEmail(db(), account!.id, { email: changed, password: 'correct horse' }, NOW);
    expect(await bootstrapAccount(db(), first, NOW)).toBeUndefined();
    expect(await bootstrapAccount(db(), { ...first, apiKey: undefined }, NOW)).toBeUndefined();
    expect((await authenticator(db())(first.apiKey, NOW))?.account).toMatchObject({ email: changed });
    expect(await verifyPassword(db(), first.email, 'correct horse')).toBeUndefined();
  });

  it('creates one account when two processes start at once', async () => {
    const first = { email: newEmail(), password: 'correct horse', apiKey: newKey() };
    const made = await Promise.all([
      bootstrapAccount(db(), first, NOW),
      bootstrapAccount(database().other.db, first, NOW),
    ]);
    expect(made.filter((account) => account !== undefined)).toHaveLength(1);
    expect((await authenticator(db())(first.apiKey, NOW))?.account).toMatchObject({ email: first.email });
  });

  it("refuses another account's key and creates nothing", async () => {
    const apiKey = newKey();
    const first = await bootstrapAccount(db(), { email: newEmail(), password: undefined, apiKey }, NOW);
    const second = { email: newEmail(), password: undefined, apiKey };
    await expect(bootstrapAccount(db(), second, NOW)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await findApiKey(db(), first!.id)).toBeDefined();
    expect(await bootstrapAccount(db(), { ...second, apiKey: undefined }, NOW)).toBeDefined();
  });
}
