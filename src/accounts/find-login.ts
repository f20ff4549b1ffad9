import { and, eq, gt, lte } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { accounts, logins } from '../postgres/schema.js';
import { type Account, toAccount } from './account.js';
import { LOGIN_SECONDS } from './login.js';
import { hashToken } from './secret-token.js';

const MARK_EVERY_MS = 60 * 60 * 1000;

export interface FoundLogin {
  readonly account: Account;
  /** SHA-256 of the token, in hex. */
  readonly hash: string;
  /** Whether it lasts longer from now on, and so its cookie should. */
  readonly extended: boolean;
}

/** Who is signed in by this token at `now`, in epoch milliseconds. Any text may be asked for. */
export async function findLogin(db: Database, token: string, now: number): Promise<FoundLogin | undefined> {
  const hash = hashToken(token);
  const [found] = await db
    .select({ account: accounts, lastUsedAt: logins.lastUsedAt })
    .from(logins)
    .innerJoin(accounts, eq(accounts.id, logins.accountId))
    .where(and(eq(logins.hash, hash), gt(logins.expiresAt, new Date(now))));
  if (found === undefined) return undefined;
  const extended = found.lastUsedAt.getTime() <= now - MARK_EVERY_MS;
  if (extended) await extend(db, hash, now);
  return { account: toAccount(found.account), hash, extended };
}

/** The condition is repeated, for of many requests at once one is enough to write. */
async function extend(db: Database, hash: string, now: number): Promise<void> {
  await db
    .update(logins)
    .set({ lastUsedAt: new Date(now), expiresAt: new Date(now + LOGIN_SECONDS * 1000) })
    .where(and(eq(logins.hash, hash), lte(logins.lastUsedAt, new Date(now - MARK_EVERY_MS))));
}
