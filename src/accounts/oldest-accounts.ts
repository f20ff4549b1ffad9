import { asc, sql } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { accounts } from '../postgres/schema.js';

const MAX_ACCOUNTS = 20;

/** Returns the IDs of the oldest accounts, 20 at most; none where the tables are still to be made. */
export async function oldestAccounts(db: Database): Promise<readonly string[]> {
  const [found] = await db
    .select({ hasTable: sql<boolean>`to_regclass('accounts') is not null` })
    .from(sql`(select 1) as one`);
  if (!found?.hasTable) return [];
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .orderBy(asc(accounts.createdAt), asc(accounts.id))
    .limit(MAX_ACCOUNTS);
  return rows.map(({ id }) => id);
}
