import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { accounts } from '../postgres/schema.js';
import { newTotpSecret } from './totp.js';

/** Gives the account a secret to set an authenticator up with. Nothing asks for its codes before it was confirmed. */
export async function beginTwoFactor(db: Database, accountId: string): Promise<void> {
  await db
    .update(accounts)
    .set({ totpSecret: newTotpSecret() })
    .where(and(eq(accounts.id, accountId), isNull(accounts.twoFactorSince)));
}
