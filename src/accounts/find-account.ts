import { eq } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { accounts } from '../postgres/schema.js';
import { type Account, toAccount } from './account.js';

/** The account of that id, which must be a UUID. */
export async function findAccount(db: Database, id: string): Promise<Account | undefined> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, id));
  return row && toAccount(row);
}
