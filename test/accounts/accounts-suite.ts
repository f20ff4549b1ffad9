import { expect, it } from 'vitest';
import { findAccount, listAccounts } from '../../src/accounts/accounts.js';
import { createAccount, type NewAccount } from '../../src/accounts/create-account.js';
import { verifyPassword } from '../../src/accounts/passwords.js';
import type { TestDatabase } from '../postgres/each-postgres.js';

const NOW = Date.parse('2026-03-29T01:02:03.456Z');

export function accountsSuite(database: () => TestDatabase): void {
  const create = (account: NewAccount) => createAccount(database().postgres.db, account, NOW);
  const signIn = (email: string, password: string) => verifyPassword(database().postgres.db, email, password);

  it('are created with their email address in lower case, without a password inside', async () => {
    const account = await create({ email: ' Ada@Example.COM ', password: 'correct horse', firstName: "O'Ada 🦶" });
    expect(account).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: 'ada@example.com',
      firstName: "O'Ada 🦶",
      lastName: null,
      picture: null,
      language: null,
      emailVerifiedAt: null,
      createdAt: new Date(NOW),
    });
    expect(await findAccount(database().postgres.db, account.id)).toEqual(account);
    expect(await listAccounts(database().postgres.db)).toContainEqual(account);
  });

  it('are one for each email address', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const outcomes = await Promise.allSettled([create({ email }), create({ email: email.toUpperCase() })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(create({ email })).rejects.toMatchObject({
      kind: 'conflict',
      messages: ['email: this email is already in use'],
    });
  });

  it('name every fault at once', async () => {
    const wrong = {
      email: 'nobody',
      password: 'short',
      firstName: 'a\0b',
      lastName: 'x'.repeat(3000),
      picture: 'javascript:0',
    };
    await expect(create(wrong)).rejects.toMatchObject({
      kind: 'invalid',
      messages: [
        'email: must be an email address',
        'password: must have at least 8 characters',
        'firstName: must not contain control characters',
        'lastName: must be 1 to 100 characters',
        'picture: must be an http or https URL',
      ],
    });
  });

  it('are signed in to by their password alone', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const account = await create({ email, password: 'correct horse 🐴' });
    expect(await signIn(` ${email.toUpperCase()}`, 'correct horse 🐴')).toMatchObject(account);
    expect(await signIn(email, 'correct horse')).toBeUndefined();
    expect(await signIn(email, '')).toBeUndefined();
    expect(await signIn(`x${email}`, 'correct horse 🐴')).toBeUndefined();
    expect(await signIn(`${email}\0`, 'correct horse 🐴')).toBeUndefined();
    expect(await signIn("' or 1=1 --", 'correct horse 🐴')).toBeUndefined();
  });

  it('cannot be signed in to without a password', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    await create({ email });
    expect(await signIn(email, '')).toBeUndefined();
    expect(await signIn(email, 'undefined')).toBeUndefined();
  });
}
