import { eq } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { accounts, mailedLinks } from '../postgres/schema.js';
import { mailedLinkWorks, takeMailedLink } from './mailed-links.js';
import { hash, requirePassword } from './passwords.js';
import { endSignInSessions } from './sign-in-sessions.js';
import { type OwnFactors, requireOwnFactors } from './two-factor.js';

/** `password` is the current one. */
export interface PasswordChange extends OwnFactors {
  readonly newPassword: string;
}

/**
 * Ends all sign-in sessions except the one with the hash `keptSession`, and invalidates mailed links. `now` is epoch
 * milliseconds.
 *
 * @throws AppError `invalid` when either password or the code is wrong.
 */
export async function changePassword(
  db: Database,
  accountId: string,
  { newPassword, ...factors }: PasswordChange,
  keptSession: string,
  now: number,
): Promise<void> {
  requirePassword(newPassword, 'newPassword');
  await requireOwnFactors(db, accountId, factors, now);
  const passwordHash = await hash(newPassword);
  await db.transaction((tx) => setPassword(tx, accountId, passwordHash, keptSession));
}

/** Ends sign-in sessions and links of the old password. Must run in a transaction. */
export async function setPassword(
  tx: Database,
  accountId: string,
  passwordHash: string,
  keptSession?: string,
): Promise<void> {
  await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, accountId));
  await tx.delete(mailedLinks).where(eq(mailedLinks.accountId, accountId));
  await endSignInSessions(tx, accountId, keptSession);
}

/**
 * Replaces the password of the token's account, and ends all of its sign-in sessions. `now` is epoch milliseconds.
 * Returns the account's email address; undefined when the token does not work (any more).
 *
 * @throws AppError `invalid` when the password is not acceptable; the token then stays valid.
 */
export async function resetPassword(
  db: Database,
  token: string,
  password: string,
  now: number,
): Promise<string | undefined> {
  // Checked before hashing, which is slow: anyone can make up a token.
  if (!(await mailedLinkWorks(db, token, 'reset-password', now))) return undefined;
  requirePassword(password);
  const passwordHash = await hash(password);
  return db.transaction(async (tx) => {
    const link = await takeMailedLink(tx, token, 'reset-password', now);
    if (link !== undefined) await setPassword(tx, link.accountId, passwordHash);
    return link?.email;
  });
}
