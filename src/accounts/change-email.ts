import { and, eq, ne } from 'drizzle-orm';
import { invalid } from '../errors.js';
import { isDuplicate } from '../postgres/duplicate.js';
import type { Database } from '../postgres/postgres.js';
import { accounts, mailedLinks } from '../postgres/schema.js';
import { valid } from '../valid.js';
import { emailShape } from './new-account.js';
import { type OwnFactors, requireOwnFactors } from './require-own-factors.js';

/**
 * Gives the account another e-mail address, which is not verified yet, and returns it in the spelling it is stored in.
 * Links that were mailed to the old one no longer work. `now` is in epoch milliseconds.
 *
 * @throws Fault `invalid` when the password or the code is wrong, or the address is none or another account's.
 */
export async function changeEmail(
  db: Database,
  accountId: string,
  { email, ...factors }: OwnFactors & { readonly email: string },
  now: number,
): Promise<string> {
  const wanted = valid(emailShape, email, 'email');
  await requireOwnFactors(db, accountId, factors, now);
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
