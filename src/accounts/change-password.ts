import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { accounts, mailedLinks } from '../postgres/schema.js';
import { endLogins } from './end-login.js';
import { requirePassword } from './password.js';
import { requireOwnPassword } from './require-own-password.js';

export interface PasswordChange {
  /** The one that is valid so far. */
  readonly password: string;
  readonly newPassword: string;
}

/**
 * Gives the account another password. All of its logins end but the one of the hash `keptLogin`, and links that were
 * mailed no longer work.
 *
 * @throws Fault `invalid` when either password is wrong.
 */
export async function changePassword(
  db: Database,
  accountId: string,
  { password, newPassword }: PasswordChange,
  keptLogin: string,
): Promise<void> {
  requirePassword(newPassword, 'newPassword');
  await requireOwnPassword(db, accountId, password);
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
