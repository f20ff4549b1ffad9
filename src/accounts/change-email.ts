import { and, eq, ne } from 'drizzle-orm';
import { invalid } from '../errors.js';
import { isDuplicate } from '../postgres/duplicate.js';
import type { Database } from '../postgres/postgres.js';
import { accounts, mailedLinks } from '../postgres/schema.js';
import { valid } from '../valid.js';
import { emailShape } from './new-account.js';
import { requireOwnPassword } from './require-own-password.js';

/**
 * Gives the account another e-mail address, which is not verified yet, and returns it in the spelling it is stored in.
 * Links that were mailed to the old one no longer work.
 *
 * @throws Fault `invalid` when the password is wrong, or the address is none or another account's.
 */
export async function changeEmail(
  db: Database,
  accountId: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<string> {
  const wanted = valid(emailShape, email, 'email');
  await requireOwnPassword(db, accountId, password);
  const change = db.transaction(async (tx) => {
    await tx
      .update(accounts)
      .set({ email: wanted, emailVerifiedAt: null })
      .where(and(eq(accounts.id, accountId), ne(accounts.email, wanted)));
    await tx.delete(mailedLinks).where(eq(mailedLinks.accountId, accountId));
  });
  await change.catch((error) => {
    throw isDuplicate(error) ? invalid('email: has an account already') : error;
  });
  return wanted;
}
