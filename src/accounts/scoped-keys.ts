import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { AppError, invalidField } from '../lib/errors.js';
import { t } from '../lib/language/translate.js';
import { plainText } from '../lib/text.js';
import type { Database } from '../postgres/postgres.js';
import { accounts, apiKeys } from '../postgres/schema.js';
import { hashApiKey, keyStart, newApiKey } from './api-keys.js';
import { type KeyRights, type KeyScope, type KeyWebsites, SCOPES, toRights } from './key-rights.js';

export const MAX_SCOPED_KEYS = 100;

/** The database has no larger years than JavaScript writes with four digits. */
const MAX_EXPIRY = Date.UTC(2200, 0);

/** An API key with its own rights, without the key itself. */
export interface ScopedKey extends KeyRights {
  readonly id: string;
  readonly name: string;
  /** Its first 12 characters. */
  readonly start: string;
  readonly createdAt: Date;
  /** To the minute; null before its first use. */
  readonly lastUsedAt: Date | null;
}

export const scopedKeyName = plainText(1, 100);

export const scopeList = z
  .array(z.enum(SCOPES, `must be one of ${SCOPES.join(', ')}`))
  .min(1, 'must have at least one scope')
  .max(SCOPES.length, `must have at most ${SCOPES.length} scopes`);

/** Whether it is in the future is checked when the key is created. */
export const keyExpiry = z.iso.datetime({
  offset: true,
  error: 'must be a date-time with Z or an offset, such as 2027-01-01T00:00:00Z',
});

export interface NewScopedKey {
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  /** Ids that were found to be of the account. */
  readonly websites: KeyWebsites;
  readonly expiresAt: Date | null;
}

const hasScopes = (accountId: string) => and(eq(apiKeys.accountId, accountId), isNotNull(apiKeys.scopes));

/**
 * Creates a key. The full key is returned only here and never stored. `now` is epoch milliseconds.
 *
 * @throws AppError `invalid` when the key would expire in the past, `conflict` when the account has
 *   {@link MAX_SCOPED_KEYS} already
 */
export async function createScopedKey(
  db: Database,
  accountId: string,
  { name, scopes, websites, expiresAt }: NewScopedKey,
  now: number,
): Promise<ScopedKey & { readonly key: string }> {
  if (expiresAt !== null && !(expiresAt.getTime() > now && expiresAt.getTime() < MAX_EXPIRY)) {
    throw invalidField('expiresAt', 'must be in the future, and before the year 2200');
  }
  const key = newApiKey();
  return db.transaction(async (tx) => {
    // The lock keeps parallel requests from exceeding the maximum.
    await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('update');
    if ((await tx.$count(apiKeys, hasScopes(accountId))) >= MAX_SCOPED_KEYS) {
      throw new AppError('conflict', [
        t('An account has at most {count} keys with scopes: delete one first', { count: MAX_SCOPED_KEYS }),
      ]);
    }
    const [row] = await tx
      .insert(apiKeys)
      .values({
        accountId,
        hash: hashApiKey(key),
        start: keyStart(key),
        name,
        scopes: SCOPES.filter((scope) => scopes.includes(scope)),
        websiteIds: websites === 'all' ? null : [...new Set(websites)],
        expiresAt,
        createdAt: new Date(now),
      })
      .returning();
    return { ...toScopedKey(row!), key };
  });
}

/** Oldest first, expired ones included. */
export async function listScopedKeys(db: Database, accountId: string): Promise<readonly ScopedKey[]> {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(hasScopes(accountId))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));
  return rows.map(toScopedKey);
}

/** Takes effect at once. Accepts any text, and returns false when the account has no such key. */
export async function deleteScopedKey(db: Database, accountId: string, id: string): Promise<boolean> {
  if (!z.uuid().safeParse(id).success) return false;
  const deleted = await db
    .delete(apiKeys)
    .where(and(hasScopes(accountId), eq(apiKeys.id, id)))
    .returning({ id: apiKeys.id });
  return deleted.length > 0;
}

const toScopedKey = (row: typeof apiKeys.$inferSelect): ScopedKey => ({
  id: row.id,
  name: row.name!,
  start: row.start,
  ...toRights(row),
  createdAt: row.createdAt,
  lastUsedAt: row.lastUsedAt,
});
