import { eq } from 'drizzle-orm';
import { invalid } from '../errors.js';
import type { Database } from '../postgres/postgres.js';
import { accounts } from '../postgres/schema.js';
import { verify } from './password-hashing.js';
import { NOBODYS_HASH } from './verify-password.js';

/** Throws Fault `invalid` that names the field, `password`, unless the text is the account's password. */
export async function requireOwnPassword(db: Database, accountId: string, password: string): Promise<void> {
  const [row] = await db
    .select({ passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  const matches = await verify(row?.passwordHash ?? NOBODYS_HASH, password);
  if (!matches || !row?.passwordHash) throw invalid('password: is not your password');
}
