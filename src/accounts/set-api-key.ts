import type { Database } from '../postgres/postgres.js';
import { apiKeys } from '../postgres/schema.js';
import { hashApiKey, prefixOf } from './api-key.js';

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
