import { asc, eq } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { websites } from '../postgres/schema.js';
import { toWebsite, type Website } from './website.js';

/** An account's websites, the oldest first. */
export async function listWebsites(db: Database, accountId: string): Promise<readonly Website[]> {
  const rows = await db
    .select()
    .from(websites)
    .where(eq(websites.accountId, accountId))
    .orderBy(asc(websites.createdAt), asc(websites.id));
  return rows.map(toWebsite);
}
