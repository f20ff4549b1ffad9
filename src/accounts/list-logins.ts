import { and, desc, eq, gt } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { logins } from '../postgres/schema.js';
import type { Login } from './login.js';

/** Where the account is signed in at `now`, in epoch milliseconds; the last used first. */
export async function listLogins(db: Database, accountId: string, now: number): Promise<readonly Login[]> {
  const { hash, browser, createdAt, lastUsedAt, expiresAt } = logins;
  return db
    .select({ hash, browser, createdAt, lastUsedAt })
    .from(logins)
    .where(and(eq(logins.accountId, accountId), gt(expiresAt, new Date(now))))
    .orderBy(desc(lastUsedAt), desc(createdAt), hash);
}
