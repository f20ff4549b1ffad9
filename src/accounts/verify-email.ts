import { and, eq } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { accounts } from '../postgres/schema.js';
import { takeMailedLink } from './mailed-link.js';

/**
 * Takes the e-mail address that the mailed token was sent to as verified, at `now` in epoch milliseconds. False when the
 * token does not work (any more), or the account has another address by now.
 */
export function verifyEmail(db: Database, token: string, now: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const link = await takeMailedLink(tx, token, 'verify-email', now);
    if (link === undefined) return false;
    const verified = await tx
      .update(accounts)
      .set({ emailVerifiedAt: new Date(now) })
      .where(and(eq(accounts.id, link.accountId), eq(accounts.email, link.email)))
      .returning({ id: accounts.id });
    return verified.length > 0;
  });
}
