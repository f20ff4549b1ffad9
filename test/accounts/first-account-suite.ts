import { expect, it } from 'vitest';
import { hasAccounts, listAccounts } from '../../src/accounts/accounts.js';
import { createAccount, createFirstAccount } from '../../src/accounts/create-account.js';
import type { TestDatabase } from '../postgres/each-postgres.js';

const NOW = Date.parse('2026-03-01T00:00:00Z');

export function firstAccountSuite(database: () => TestDatabase): void {
  const db = () => database().postgres.db;
  const first = (email: string, process = db()) =>
    createFirstAccount(process, { email, password: 'correct horse' }, NOW);

  it('is not made when something is wrong with it', async () => {
    await expect(createFirstAccount(db(), { email: 'x', password: 'short' }, NOW)).rejects.toMatchObject({
      kind: 'invalid',
      messages: [expect.stringMatching(/^email: /), expect.stringMatching(/^password: /)],
    });
    expect(await hasAccounts(db())).toBe(false);
  });

  it('is one, however many ask for it at once', async () => {
    const asking = Array.from({ length: 8 }, (_, index) =>
      first(`owner-${index}@example.com`, index % 2 === 0 ? db() : database().other.db),
    );
    const made = (await Promise.all(asking)).filter((account) => account !== undefined);
    expect(made).toHaveLength(1);
    expect(await listAccounts(db())).toEqual(made);
    expect(await hasAccounts(db())).toBe(true);
  });

  it('is never another one', async () => {
    expect(await first('late@example.com')).toBeUndefined();
    await createAccount(db(), { email: 'next@example.com' }, NOW);
    expect(await first('later@example.com')).toBeUndefined();
  });
}
