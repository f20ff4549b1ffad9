import { eq } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { accounts } from '../postgres/schema.js';
import { checkSecondFactor } from './check-second-factor.js';
import { wrongCode } from './require-own-factors.js';
import { requireOwnPassword } from './require-own-password.js';

/**
 * Turns two-factor authentication off, at `now` in epoch milliseconds.
 *
 * @throws Fault `invalid` when the password or the code is wrong.
 */
export async function endTwoFactor(
  db: Database,
  accountId: string,
  { password, code }: { readonly password: string; readonly code: string },
  now: number,
): Promise<void> {
  await requireOwnPassword(db, accountId, password);
  if (!(await checkSecondFactor(db, accountId, code, now))) throw wrongCode();
  await forgetSecondFactor(db, accountId);
}

/** The same without a question, for an owner who has lost the authenticator and the recovery codes. */
export async function forgetSecondFactor(db: Database, accountId: string): Promise<void> {
  await db
    .update(accounts)
    .set({ totpSecret: null, twoFactorSince: null, totpLastStep: null, recoveryCodes: [] })
    .where(eq(accounts.id, accountId));
}
