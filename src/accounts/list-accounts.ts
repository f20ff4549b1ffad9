import { asc } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { accounts } from '../postgres/schema.js';
import { type Account, toAccount } from './account.js';

/** All accounts of the installation, the oldest first. */
export async function listAccounts(db: Database): Promise<readonly Account[]> {
  const rows = await db.select().from(accounts).orderBy(asc(accounts.createdAt), asc(accounts.id));
  return rows.map(toAccount);
}
