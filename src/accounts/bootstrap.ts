import { eq } from 'drizzle-orm';
import { Fault } from '../errors.js';
import type { Database } from '../postgres/postgres.js';
import { accounts, apiKeys } from '../postgres/schema.js';
import type { Account } from './account.js';
import { hashApiKey } from './api-key.js';
import { createAccount } from './create-account.js';
import { checkNewAccount, type NewAccount } from './new-account.js';
import { setApiKey } from './set-api-key.js';

/** The account that the environment asks for. */
export interface FirstAccount {
  readonly email: string;
  readonly password: string | undefined;
  readonly apiKey: string | undefined;
}

/**
 * Creates the account with its password and API key and returns it, at `now` in epoch milliseconds. When the e-mail
 * address has an account, or was that of one when it was created here, that one stays as it is and nothing is returned.
 *
 * @throws Fault `invalid` when the address or the password will not do; `conflict` when the key is another account's.
 */
export async function bootstrapAccount(
  db: Database,
  { email, password, apiKey }: FirstAccount,
  now: number,
): Promise<Account | undefined> {
  return db.transaction(async (tx) => {
    const account = await createUnlessThere(tx, { email, password }, now);
    if (account === undefined || apiKey === undefined) return account;
    await requireUnused(tx, apiKey);
    await setApiKey(tx, account.id, { key: apiKey, name: undefined }, now);
    return account;
  });
}

async function createUnlessThere(db: Database, given: NewAccount, now: number): Promise<Account | undefined> {
  const { email } = checkNewAccount(given);
  if ((await db.$count(accounts, eq(accounts.bootstrapEmail, email))) > 0) return undefined;
  const account = await createAccount(db, given, now).catch((error) => {
    if (error instanceof Fault && error.kind === 'conflict') return undefined;
    throw error;
  });
  await db.update(accounts).set({ bootstrapEmail: email }).where(eq(accounts.email, email));
  return account;
}

async function requireUnused(db: Database, apiKey: string): Promise<void> {
  const used = await db.$count(apiKeys, eq(apiKeys.hash, hashApiKey(apiKey)));
  if (used > 0) throw new Fault('conflict', ['BOOTSTRAP_API_KEY: is the key of another account']);
}
