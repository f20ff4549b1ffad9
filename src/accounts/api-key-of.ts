import { eq } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { apiKeys } from '../postgres/schema.js';

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
