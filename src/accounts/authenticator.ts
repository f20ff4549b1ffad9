import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { accounts, apiKeys } from '../postgres/schema.js';
import { type Account, toAccount } from './accounts.js';
import { hashApiKey } from './api-keys.js';
import { type KeyRights, toRights } from './key-rights.js';

const MARK_EVERY_MS = 60_000;

/** The account of an API key, and what the key may do with it. */
export interface KeyOwner {
  readonly account: Account;
  readonly rights: KeyRights;
}

/** Undefined unless the text is a valid key that has not expired. `now` is epoch milliseconds. */
export type Authenticate = (key: string, now: number) => Promise<KeyOwner | undefined>;

interface Found extends KeyOwner {
  readonly lastUsedAt: Date | null;
}

/**
 * Looks keys up in the database each time, so that a revoked key is invalid everywhere at once. Any wrong text takes the
 * same path, so that nothing distinguishes malformed, unknown and revoked keys. An expired key gets the same answer.
 *
 * @param changes counts the changes of a database that no other process can write to: a cached key is used until it
 *   moves
 */
export function authenticator(db: Database, changes?: () => number): Authenticate {
  const find = keyFinder(db);
  const known = changes === undefined ? find : whileUnchanged(find, changes);
  return async (key, now) => {
    const hash = hashApiKey(key);
    const found = await known(hash);
    if (found === undefined) return undefined;
    const { account, rights, lastUsedAt } = found;
    if (rights.expiresAt !== null && rights.expiresAt.getTime() <= now) return undefined;
    if (lastUsedAt === null || lastUsedAt.getTime() <= now - MARK_EVERY_MS) await markUsed(db, hash, now);
    return { account, rights };
  };
}

/** The statement is prepared once: it runs in every request, and building it takes a fifth of its time. */
function keyFinder(db: Database): (hash: string) => Promise<Found | undefined> {
  const statement = db
    .select({ account: accounts, key: apiKeys })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(eq(apiKeys.hash, sql.placeholder('hash')))
    .prepare('account_by_api_key');
  return async (hash) => {
    const [found] = await statement.execute({ hash });
    if (found === undefined) return undefined;
    const { account, key } = found;
    return { account: toAccount(account), rights: toRights(key), lastUsedAt: key.lastUsedAt };
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
