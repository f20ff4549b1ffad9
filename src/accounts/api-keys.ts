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

/** SHA-256 in hex. A key holds 256 random bits, so that a slow hash would add nothing. */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** What may be shown of a key. */
export const prefixOf = (key: string): string => key.slice(0, PREFIX_LENGTH);

/** What is shown of a key after it was generated. */
export interface ApiKeyInfo {
  /** Its first 12 characters. */
  readonly prefix: string;
  readonly name: string | null;
  readonly createdAt: Date;
  /** To the minute; null before its first use. */
  readonly lastUsedAt: Date | null;
}

/** The account's API key, as far as it is known; undefined when it has none. */
export async function apiKeyOf(db: Database, accountId: string): Promise<ApiKeyInfo | undefined> {
  const { prefix, name, createdAt, lastUsedAt } = apiKeys;
  const [info] = await db
    .select({ prefix, name, createdAt, lastUsedAt })
    .from(apiKeys)
    .where(eq(apiKeys.accountId, accountId));
  return info;
}

/** Makes `key` the account's only key: in one statement the old one, if any, is dead and the new one valid. */
export async function setApiKey(
  db: Database,
  accountId: string,
  { key, name }: { key: string; name: string | undefined },
  now: number,
): Promise<void> {
  const row = {
    hash: hashApiKey(key),
    prefix: prefixOf(key),
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
 * Gives the account a new API key in place of its old one, at `now` in epoch milliseconds. The full key is returned
 * this once and stored nowhere.
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

/** Tells a key from those before and after it; `none` where there is none. */
export const apiKeyMark = (key: ApiKeyInfo | undefined): string =>
  key === undefined ? 'none' : `${key.prefix}-${key.createdAt.getTime()}`;

/**
 * Generates a key in place of the one with that mark, at `now` in epoch milliseconds. A form that is sent twice, or that
 * was open for long, replaces no key that its reader has not seen.
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
    if (apiKeyMark(await apiKeyOf(tx, accountId)) !== mark) {
      throw new AppError('conflict', ['The key was replaced in the meantime: nothing was changed']);
    }
    return generateApiKey(tx, accountId, name, now);
  });
}

/** Takes the account's API key away for good. False when it has none. */
export async function revokeApiKey(db: Database, accountId: string): Promise<boolean> {
  const revoked = await db.delete(apiKeys).where(eq(apiKeys.accountId, accountId)).returning({ id: apiKeys.accountId });
  return revoked.length > 0;
}

const MARK_EVERY_MS = 60_000;

/** The account whose valid API key a text is, at `now` in epoch milliseconds. */
export type Authenticate = (key: string, now: number) => Promise<Account | undefined>;

interface Found {
  readonly account: Account;
  readonly lastUsedAt: Date | null;
}

/**
 * Asks anew each time, so that a key is dead everywhere the moment it is revoked. Any text takes the same way, so that
 * neither the answer nor its time tells a malformed key from an unknown or revoked one.
 *
 * @param changes of a database that nobody else can change: a valid key is asked for again when this is another number
 */
export function authenticator(db: Database, changes?: () => number): Authenticate {
  // Made once: with every request it comes first, and putting it together takes a fifth of its time.
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

/** Remembers what was found until anything may have changed, also while it was looked for. */
function whileUnchanged(find: (hash: string) => Promise<Found | undefined>, changes: () => number): typeof find {
  let at = changes();
  const known = new Map<string, Found>();
  return async (hash) => {
    if (changes() !== at) known.clear();
    at = changes();
    const remembered = known.get(hash);
    if (remembered !== undefined) return remembered;
    const before = at;
    const found = await find(hash);
    if (found !== undefined && changes() === before) known.set(hash, found);
    return found;
  };
}

/**
 * The condition is repeated, for of many requests at once one is enough to write. A failure is passed over: a database
 * that reads and cannot write, such as a standby, still knows whose key it is.
 */
async function markUsed(db: Database, hash: string, now: number): Promise<void> {
  const due = or(isNull(apiKeys.lastUsedAt), lte(apiKeys.lastUsedAt, new Date(now - MARK_EVERY_MS)));
  await db
    .update(apiKeys)
    .set({ lastUsedAt: new Date(now) })
    .where(and(eq(apiKeys.hash, hash), due))
    .catch(() => undefined);
}
