import { sql } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { accounts } from '../postgres/schema.js';
import type { Account } from './account.js';
import { createAccount } from './create-account.js';
import { hasAccounts } from './has-accounts.js';
import type { NewAccount } from './new-account.js';

/**
 * Adds the owner's account, at `now` in epoch milliseconds; undefined when there is an account already. The table is
 * locked, so that of several at once one becomes the owner.
 *
 * @throws Fault `invalid` that names every wrong field.
 */
export function createFirstAccount(db: Database, given: NewAccount, now: number): Promise<Account | undefined> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${accounts} in share row exclusive mode`);
    return (await hasAccounts(tx)) ? undefined : createAccount(tx, given, now);
  });
}
