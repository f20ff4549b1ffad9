import type { Account } from '../accounts/account.js';
import { findAccountByEmail } from '../accounts/find-account-by-email.js';
import { Fault } from '../errors.js';
import type { Database } from '../postgres/postgres.js';

/** The account that an option `--account` names. Throws Fault `not_found`. */
export async function accountOf(db: Database, email: string): Promise<Account> {
  const account = await findAccountByEmail(db, email);
  if (account === undefined) throw new Fault('not_found', [`--account: ${email} has no account`]);
  return account;
}
