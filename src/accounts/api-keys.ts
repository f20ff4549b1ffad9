import { createHash, randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '../lib/errors.js';
import { t } from '../lib/language/translate.js';
import { plainText } from '../lib/text.js';
import { valid } from '../lib/validation.js';
import type { Database } from '../postgres/postgres.js';
import { accounts, apiKeys } from '../postgres/schema.js';

const BRAND = 'ff_live_';
const START_LENGTH = 12;

export const apiKeyShape = z
  .string()
  .regex(/^ff_live_[0-9a-f]{64}$/, 'must be ff_live_ and 64 lower-case hexadecimal digits');

export const newApiKey = (): string => BRAND + randomBytes(32).toString('hex');

/** SHA-256 in hex. A key has 256 random bits, so a slow hash would add nothing. */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The part of a key that may be displayed. */
export const keyStart = (key: string): string => key.slice(0, START_LENGTH);

/** Displayable facts of an account's own key. */
export interface ApiKeyInfo {
  /** Its first 12 characters. */
  readonly start: string;
  readonly name: string | null;
  readonly createdAt: Date;
  /** To the minute; null before its first use. */
  readonly lastUsedAt: Date | null;
}

const isOwn = (accountId: string) => and(eq(apiKeys.accountId, accountId), isNull(apiKeys.scopes));

/** Undefined when the account has none. */
export async function findApiKey(db: Database, accountId: string): Promise<ApiKeyInfo | undefined> {
  const { start, name, createdAt, lastUsedAt } = apiKeys;
  const [info] = await db.select({ start, name, createdAt, lastUsedAt }).from(apiKeys).where(isOwn(accountId));
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
    start: keyStart(key),
    name: name ?? null,
    createdAt: new Date(now),
    lastUsedAt: null,
  };
  await db
    .insert(apiKeys)
    .values({ accountId, ...row })
    .onConflictDoUpdate({ target: apiKeys.accountId, targetWhere: isNull(apiKeys.scopes), set: row });
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
  key === undefined ? 'none' : `${key.start}-${key.createdAt.getTime()}`;

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
      throw new AppError('conflict', [
        t('Your API key changed since you opened the page, so it was not replaced again'),
      ]);
    }
    return generateApiKey(tx, accountId, name, now);
  });
}

/** Permanent. Returns false when there was none. */
export async function revokeApiKey(db: Database, accountId: string): Promise<boolean> {
  const revoked = await db.delete(apiKeys).where(isOwn(accountId)).returning({ id: apiKeys.id });
  return revoked.length > 0;
}
