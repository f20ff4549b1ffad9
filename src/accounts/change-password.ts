import { eq } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { accounts, mailedLinks } from '../postgres/schema.js';
import { endLogins } from './end-login.js';
import { requirePassword } from './password.js';
import { hash } from './password-hashing.js';
import { type OwnFactors, requireOwnFactors } from './require-own-factors.js';

/** `password` is the one that is valid so far. */
export interface PasswordChange extends OwnFactors {
  readonly newPassword: string;
}

/**
 * Gives the account another password. All of its logins end but the one of the hash `keptLogin`, and links that were
 * mailed no longer work. `now` is in epoch milliseconds.
 *
 * @throws Fault `invalid` when either password or the code is wrong.
 */
export async function changePassword(
  db: Database,
  accountId: string,
  { newPassword, ...factors }: PasswordChange,
  keptLogin: string,
  now: number,
): Promise<void> {
  requirePassword(newPassword, 'newPassword');
  await requireOwnFactors(db, accountId, factors, now);
  const passwordHash = await hash(newPassword);
  await db.transaction((tx) => setPassword(tx, accountId, passwordHash, keptLogin));
}

/** Makes the hash the account's, and ends what the password before has opened. To be called in a transaction. */
export async function setPassword(
  tx: Database,
  accountId: string,
  passwordHash: string,
  keptLogin?: string,
): Promise<void> {
  await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, accountId));
  await tx.delete(mailedLinks).where(eq(mailedLinks.accountId, accountId));
  await endLogins(tx, accountId, keptLogin);
}
