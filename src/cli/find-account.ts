import { type Account, findAccountByEmail } from '../accounts/accounts.js';
import { AppError } from '../lib/errors.js';
import type { Database } from '../postgres/postgres.js';

/** Throws AppError `not_found`. */
export async function findAccount(db: Database, email: string): Promise<Account> {
  const account = await findAccountByEmail(db, email);
  if (account === undefined) throw accountNotFound(email);
  return account;
}

export const accountNotFound = (email: string): AppError =>
  new AppError('not_found', [`--account: no account with the email ${email}`]);
