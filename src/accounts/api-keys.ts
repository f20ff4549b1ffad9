import { createHash, randomBytes } from 'node:crypto';
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '../lib/errors.js';
import { plainText } from '../lib/text.js';
import { valid } from '../lib/validation.js';
import type { Database } from '../postgres/postgres.js';
import { accounts, apiKeys } from '../postgres/schema.js';
import { type Account, toAccount } from './accounts.js';

const BRAND = 'ff_live_';
const PREFIX_LENGTH = 12;

export const apiKeyShape = z
  .string()
  .regex(/^ff_live_[0-9a-f]{64}$/, 'must be ff_live_ and 64 lower-case hexadecimal digits');

export const newApiKey = (): string => BRAND + randomBytes(32).toString('hex');

/** SHA-256 in hex. A key has 256 random bits, so a slow hash would add nothing. */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The part of a key that may be displayed. */
export const keyPrefix = (key: string): string => key.slice(0, PREFIX_LENGTH);

/** Displayable facts of a key. */
export interface ApiKeyInfo {
  /** Its first 12 characters. */
  readonly prefix: string;
  readonly name: string | null;
  readonly createdAt: Date;
  /** To the minute; null before its first use. */
  readonly lastUsedAt: Date | null;
}

/** Undefined when the account has none. */
export async function findApiKey(db: Database, accountId: string): Promise<ApiKeyInfo | undefined> {
  const { prefix, name, createdAt, lastUsedAt } = apiKeys;
  const [info] = await db
    .select({ prefix, name, createdAt, lastUsedAt })
    .from(apiKeys)
    .where(eq(apiKeys.accountId, accountId));
  return info;
}

/** One statement revokes the old key, if any, and activates the new one. */
export async function setApiKey(
  db: Database,
  accountId: string,
  { key, name }: { key: string; name: string | undefined },
  now: number,
): Promise<void> {
  const row = {
    hash: hashApiKey(key),
    prefix: keyPrefix(key),
    name: name ?? null,
    createdAt: new Date(now),
    lastUsedAt: null,
  };
  await db
    .insert(apiKeys)
    .values({ accountId, ...row })
    .onConflictDoUpdate({ target: apiKeys.accountId, set: row });
}

const keyName = plainText(1, 100).optional();

/**
 * Replaces the account's API key. The full key is returned only here and never stored. `now` is epoch milliseconds.
 *
 * @throws AppError `invalid` when `name` is no label of 1 to 100 characters.
 */
export async function generateApiKey(
  db: Database,
  accountId: string,
  name: string | undefined,
  now: number,
): Promise<string> {
  const key = newApiKey();
  await setApiKey(db, accountId, { key, name: valid(keyName, name, 'name') }, now);
  return key;
}

/** Identifies a key among its predecessors and successors; `none` without a key. */
export const apiKeyMark = (key: ApiKeyInfo | undefined): string =>
  key === undefined ? 'none' : `${key.prefix}-${key.createdAt.getTime()}`;

/**
 * Replaces the key with this mark, so that a form that is sent twice, or is outdated, cannot replace a key that its
 * reader has not seen. `now` is epoch milliseconds.
 *
 * @throws AppError `conflict` when the account's key is another one, `invalid` when `name` is no label.
 */
export function replaceApiKey(
  db: Database,
  accountId: string,
  { mark, name }: { readonly mark: string; readonly name: string | undefined },
  now: number,
): Promise<string> {
  return db.transaction(async (tx) => {
    await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('update');
    if (apiKeyMark(await findApiKey(tx, accountId)) !== mark) {
      throw new AppError('conflict', ['Your API key changed since you opened the page, so it was not replaced again']);
    }
    return generateApiKey(tx, accountId, name, now);
  });
}

/** Permanent. Returns false when there was none. */
export async function revokeApiKey(db: Database, accountId: string): Promise<boolean> {
  const revoked = await db.delete(apiKeys).where(eq(apiKeys.accountId, accountId)).returning({ id: apiKeys.accountId });
  return revoked.length > 0;
}

const MARK_EVERY_MS = 60_000;

/** Undefined unless the text is a valid key. `now` is epoch milliseconds. */
export type Authenticate = (key: string, now: number) => Promise<Account | undefined>;

interface Found {
  readonly account: Account;
  readonly lastUsedAt: Date | null;
}

/**
 * Looks keys up in the database each time, so that a revoked key is invalid everywhere at once. Any text takes the same
 * path, so that neither the answer nor its time distinguishes malformed, unknown and revoked keys.
 *
 * @param changes counts the changes of a database that no other process can write to: a cached key is used until it
 *   moves
 */
export function authenticator(db: Database, changes?: () => number): Authenticate {
  // Prepared once: this query runs in every request, and building it takes a fifth of its time.
  const byHash = db
    .select({ account: accounts, lastUsedAt: apiKeys.lastUsedAt })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(eq(apiKeys.hash, sql.placeholder('hash')))
    .prepare('account_by_api_key');
  const find = async (hash: string): Promise<Found | undefined> => {
    const [found] = await byHash.execute({ hash });
    return found && { account: toAccount(found.account), lastUsedAt: found.lastUsedAt };
  };
  const known = changes === undefined ? find : whileUnchanged(find, changes);
  return async (key, now) => {
    const hash = hashApiKey(key);
    const found = await known(hash);
    if (found === undefined) return undefined;
    if (found.lastUsedAt === null || found.lastUsedAt.getTime() <= now - MARK_EVERY_MS) await markUsed(db, hash, now);
    return found.account;
  };
}

/** Any change of the database discards the cache, including changes during a lookup. */
function whileUnchanged(find: (hash: string) => Promise<Found | undefined>, changes: () => number): typeof find {
  let at = changes();
  const known = new Map<string, Found>();
  return async (hash) => {
    if (changes() !== at) known.clear();
    at = changes();
    const cached = known.get(hash);
    if (cached !== undefined) return cached;
    const before = at;
    const found = await find(hash);
    if (found !== undefined && changes() === before) known.set(hash, found);
    return found;
  };
}

/**
 * The condition is repeated, because one write for many parallel requests is enough. A failure is ignored: a read-only
 * database, such as a standby, still identifies the owner of a key.
 */
async function markUsed(db: Database, hash: string, now: number): Promise<void> {
  const due = or(isNull(apiKeys.lastUsedAt), lte(apiKeys.lastUsedAt, new Date(now - MARK_EVERY_MS)));
  await db
    .update(apiKeys)
    .set({ lastUsedAt: new Date(now) })
    .where(and(eq(apiKeys.hash, hash), due))
    .catch(() => undefined);
}
