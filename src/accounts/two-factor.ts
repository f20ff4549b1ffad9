import { eq } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { accounts } from '../postgres/schema.js';

/** Whether an account asks for a code beside the password. */
export type TwoFactor =
  | { readonly state: 'off' }
  | { readonly state: 'pending' /** Base32. */; readonly secret: string }
  | { readonly state: 'on'; readonly since: Date; readonly recoveryCodesLeft: number };

/** How it stands with the account's two-factor authentication. */
export async function twoFactorOf(db: Database, accountId: string): Promise<TwoFactor> {
  const { totpSecret, twoFactorSince, recoveryCodes } = accounts;
  const [row] = await db
    .select({ totpSecret, twoFactorSince, recoveryCodes })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (row?.twoFactorSince) {
    return { state: 'on', since: row.twoFactorSince, recoveryCodesLeft: row.recoveryCodes.length };
  }
  return row?.totpSecret ? { state: 'pending', secret: row.totpSecret } : { state: 'off' };
}
