import { eq } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { apiKeys } from '../postgres/schema.js';

/** Takes the account's API key away for good. False when it has none. */
export async function revokeApiKey(db: Database, accountId: string): Promise<boolean> {
  const revoked = await db.delete(apiKeys).where(eq(apiKeys.accountId, accountId)).returning({ id: apiKeys.accountId });
  return revoked.length > 0;
}
