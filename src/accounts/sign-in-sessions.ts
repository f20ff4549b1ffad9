import { createHash } from 'node:crypto';
import { and, desc, eq, gt, lt, lte, ne } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { accounts, mailedLinks, rateLimits, signInSessions } from '../postgres/schema.js';
import { type Account, toAccount } from './accounts.js';
import { hashToken, newToken } from './secret-token.js';

/** One browser that is signed in to the dashboard. Instants have a precision of milliseconds. */
export interface SignInSession {
  /** SHA-256 of its token. It identifies the session and grants no access. */
  readonly hash: string;
  /** For example `Firefox on Windows`. */
  readonly browser: string;
  readonly createdAt: Date;
  /** To the hour. */
  readonly lastUsedAt: Date;
}

/** Without use. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;

type AccountRow = typeof accounts.$inferSelect;

export interface Credentials {
  readonly email: string;
  /** Whether signing in requires a code besides the password. */
  readonly secondFactor: boolean;
  /** Changes with every change of the password or of the second factor, without revealing either. */
  readonly mark: string;
}

/** Undefined for an unknown account. In a transaction, `lock` keeps the credentials unchanged. */
export async function readCredentials(db: Database, accountId: string, lock = false): Promise<Credentials | undefined> {
  const query = db.select().from(accounts).where(eq(accounts.id, accountId));
  const [row] = await (lock ? query.for('share') : query);
  return row && toCredentials(row);
}

/** The mark reveals neither input: both have too many random bits (salt and secret). */
export function toCredentials({ email, passwordHash, totpSecret, twoFactorSince }: AccountRow): Credentials {
  const text = JSON.stringify([passwordHash, totpSecret, twoFactorSince]);
  const mark = createHash('sha256').update(text).digest('base64url');
  return { email, secondFactor: twoFactorSince !== null, mark };
}

/** The token is returned only here and never stored. `now` is epoch milliseconds. */
export async function startSignInSession(
  db: Database,
  accountId: string,
  browser: string,
  now: number,
): Promise<string> {
  const token = newToken();
  const at = new Date(now);
  const expiresAt = new Date(now + SESSION_SECONDS * 1000);
  await db
    .insert(signInSessions)
    .values({ hash: hashToken(token), accountId, browser, createdAt: at, lastUsedAt: at, expiresAt });
  return token;
}

/**
 * Signs in an owner who proved their identity while the credentials had this mark. Returns undefined when they have
 * changed since: a new password ends every earlier sign-in.
 */
export function startProvenSession(
  db: Database,
  { id, mark }: { readonly id: string; readonly mark: string },
  browser: string,
  now: number,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const credentials = await readCredentials(tx, id, true);
    return credentials?.mark === mark ? startSignInSession(tx, id, browser, now) : undefined;
  });
}

const MARK_EVERY_MS = 60 * 60 * 1000;

export interface FoundSession {
  readonly account: Account;
  /** SHA-256 of the token, in hex. */
  readonly hash: string;
  /** Whether the session was extended: its cookie should be too. */
  readonly extended: boolean;
}

/** `now` is epoch milliseconds. Accepts any text. */
export async function findSignInSession(db: Database, token: string, now: number): Promise<FoundSession | undefined> {
  const hash = hashToken(token);
  const [found] = await db
    .select({ account: accounts, lastUsedAt: signInSessions.lastUsedAt })
    .from(signInSessions)
    .innerJoin(accounts, eq(accounts.id, signInSessions.accountId))
    .where(and(eq(signInSessions.hash, hash), gt(signInSessions.expiresAt, new Date(now))));
  if (found === undefined) return undefined;
  const extended = found.lastUsedAt.getTime() <= now - MARK_EVERY_MS;
  if (extended) await extend(db, hash, now);
  return { account: toAccount(found.account), hash, extended };
}

/** The condition is repeated, because one write for many parallel requests is enough. */
async function extend(db: Database, hash: string, now: number): Promise<void> {
  await db
    .update(signInSessions)
    .set({ lastUsedAt: new Date(now), expiresAt: new Date(now + SESSION_SECONDS * 1000) })
    .where(and(eq(signInSessions.hash, hash), lte(signInSessions.lastUsedAt, new Date(now - MARK_EVERY_MS))));
}

/** Last used first. `now` is epoch milliseconds. */
export async function listSignInSessions(
  db: Database,
  accountId: string,
  now: number,
): Promise<readonly SignInSession[]> {
  const { hash, browser, createdAt, lastUsedAt, expiresAt } = signInSessions;
  return db
    .select({ hash, browser, createdAt, lastUsedAt })
    .from(signInSessions)
    .where(and(eq(signInSessions.accountId, accountId), gt(expiresAt, new Date(now))))
    .orderBy(desc(lastUsedAt), desc(createdAt), hash);
}

const HASH = /^[0-9a-f]{64}$/;

/** Ends a sign-in session only if it is this account's. Accepts any text. */
export async function endSignInSession(db: Database, accountId: string, hash: string): Promise<void> {
  if (!HASH.test(hash)) return;
  await db.delete(signInSessions).where(and(eq(signInSessions.accountId, accountId), eq(signInSessions.hash, hash)));
}

/** Keeps the session with the hash `kept`. */
export async function endSignInSessions(db: Database, accountId: string, kept?: string): Promise<void> {
  const own = eq(signInSessions.accountId, accountId);
  await db.delete(signInSessions).where(kept === undefined ? own : and(own, ne(signInSessions.hash, kept)));
}

/** Sign-in sessions, mailed links and counts of attempts. `now` is epoch milliseconds. */
export async function forgetExpired(db: Database, now: number): Promise<void> {
  const at = new Date(now);
  await db.delete(signInSessions).where(lt(signInSessions.expiresAt, at));
  await db.delete(mailedLinks).where(lt(mailedLinks.expiresAt, at));
  await db.delete(rateLimits).where(lt(rateLimits.expire, at));
}
