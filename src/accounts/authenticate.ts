import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { accounts, apiKeys } from '../postgres/schema.js';
import { type Account, toAccount } from './account.js';
import { hashApiKey } from './api-key.js';

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
