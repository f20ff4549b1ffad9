import { eq } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { accounts } from '../postgres/schema.js';
import { type Account, toAccount } from './account.js';
import { storedEmail } from './stored-email.js';

/** The account of that e-mail address, in whatever case it is written. */
export async function findAccountByEmail(db: Database, email: string): Promise<Account | undefined> {
  const [row] = await db
    .select()
    .from(accounts)
    .where(eq(accounts.email, storedEmail(email)));
  return row && toAccount(row);
}
