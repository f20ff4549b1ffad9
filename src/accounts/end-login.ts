import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { logins } from '../postgres/schema.js';

const HASH = /^[0-9a-f]{64}$/;

/** Signs out of one browser: the login of that hash, if it is this account's. Any text may be given. */
export async function endLogin(db: Database, accountId: string, hash: string): Promise<void> {
  if (!HASH.test(hash)) return;
  await db.delete(logins).where(and(eq(logins.accountId, accountId), eq(logins.hash, hash)));
}

/** Signs the account out everywhere, but for the login of the hash `kept`. */
export async function endLogins(db: Database, accountId: string, kept?: string): Promise<void> {
  const own = eq(logins.accountId, accountId);
  await db.delete(logins).where(kept === undefined ? own : and(own, ne(logins.hash, kept)));
}
