import type { Database } from '../postgres/postgres.js';
import { accounts } from '../postgres/schema.js';

/** Whether the installation has an owner. */
export async function hasAccounts(db: Database): Promise<boolean> {
  const rows = await db.select({ id: accounts.id }).from(accounts).limit(1);
  return rows.length > 0;
}
