import { and, eq, isNull } from 'drizzle-orm';
import { Fault, invalid } from '../errors.js';
import type { Database } from '../postgres/postgres.js';
import { accounts } from '../postgres/schema.js';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.js';
import { requireOwnPassword } from './require-own-password.js';
import { stepOfCode } from './totp.js';
import { twoFactorOf } from './two-factor.js';

/**
 * Turns two-factor authentication on when the code shows that the authenticator is set up, at `now` in epoch
 * milliseconds. The recovery codes are returned this once, and only their hashes stored. The password is asked for, or who finds
 * a browser that was left open could lock its owner out.
 *
 * @throws Fault `invalid` when the password or the code is wrong, `conflict` when nothing was begun.
 */
export async function confirmTwoFactor(
  db: Database,
  accountId: string,
  { password, code }: { readonly password: string; readonly code: string },
  now: number,
): Promise<readonly string[]> {
  const twoFactor = await twoFactorOf(db, accountId);
  if (twoFactor.state !== 'pending') throw notBegun();
  await requireOwnPassword(db, accountId, password);
  const { secret } = twoFactor;
  const totpLastStep = stepOfCode(secret, code, now);
  if (totpLastStep === undefined) throw invalid('code: is not what the authenticator shows now');
  const codes = newRecoveryCodes();
  const confirmed = await db
    .update(accounts)
    .set({ twoFactorSince: new Date(now), totpLastStep, recoveryCodes: codes.map(hashRecoveryCode) })
    .where(and(eq(accounts.id, accountId), eq(accounts.totpSecret, secret), isNull(accounts.twoFactorSince)))
    .returning({ id: accounts.id });
  if (confirmed.length === 0) throw notBegun();
  return codes;
}

const notBegun = () => new Fault('conflict', ['Two-factor authentication is not being set up: begin anew']);
