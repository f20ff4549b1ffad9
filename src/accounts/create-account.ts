import { Fault } from '../errors.js';
import type { Database } from '../postgres/postgres.js';
import { accounts } from '../postgres/schema.js';
import { type Account, toAccount } from './account.js';
import { checkNewAccount, type NewAccount } from './new-account.js';
import { hash } from './password-hashing.js';

/**
 * Adds an account, at `now` in epoch milliseconds. Without a password nobody can sign in to it.
 *
 * @throws Fault `invalid` that names every wrong field, `conflict` when the e-mail address has an account.
 */
export async function createAccount(db: Database, given: NewAccount, now: number): Promise<Account> {
  const { password, ...account } = checkNewAccount(given);
  const passwordHash = password === undefined ? null : await hash(password);
  const [row] = await db
    .insert(accounts)
    .values({ ...account, passwordHash, createdAt: new Date(now) })
    .onConflictDoNothing({ target: accounts.email })
    .returning();
  if (row === undefined) throw new Fault('conflict', ['email: has an account already']);
  return toAccount(row);
}
