import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '../lib/errors.js';
import type { Language } from '../lib/language/language.js';
import { t } from '../lib/language/translate.js';
import { plainText, webAddress } from '../lib/text.js';
import { valid } from '../lib/validation.js';
import type { Database } from '../postgres/postgres.js';
import { accounts, apiKeys } from '../postgres/schema.js';
import { type Account, hasAccounts, toAccount } from './accounts.js';
import { hashApiKey, setApiKey } from './api-keys.js';
import { hash, passwordShape } from './passwords.js';

/** Normalizes to the stored spelling. */
export const emailShape = plainText(3, 254)
  .toLowerCase()
  .pipe(z.email({ error: () => t('must be an email address') }));

const newAccount = z.object({
  email: emailShape,
  password: passwordShape.optional(),
  firstName: plainText(1, 100).optional(),
  lastName: plainText(1, 100).optional(),
  picture: webAddress().optional(),
});

export type NewAccount = z.input<typeof newAccount>;

/** Normalizes to the stored spelling. Throws AppError `invalid` that names every wrong field. */
export const checkNewAccount = (input: NewAccount): z.output<typeof newAccount> => valid(newAccount, input);

/**
 * An account without a password cannot sign in. `now` is epoch milliseconds; `language` null is that of the browser.
 *
 * @throws AppError `invalid` that names every wrong field, `conflict` when the email address is taken.
 */
export async function createAccount(
  db: Database,
  input: NewAccount,
  now: number,
  language: Language | null = null,
): Promise<Account> {
  const { password, ...account } = checkNewAccount(input);
  const passwordHash = password === undefined ? null : await hash(password);
  const [row] = await db
    .insert(accounts)
    .values({ ...account, passwordHash, language, createdAt: new Date(now) })
    .onConflictDoNothing({ target: accounts.email })
    .returning();
  if (row === undefined)
    throw new AppError('conflict', [{ field: 'email', message: t('this email is already in use') }]);
  return toAccount(row);
}

/**
 * Creates the owner's account; undefined when an account exists already. A table lock lets only one of several parallel
 * requests create the owner. `now` is epoch milliseconds.
 *
 * @throws AppError `invalid` that names every wrong field.
 */
export function createFirstAccount(
  db: Database,
  input: NewAccount,
  now: number,
  language: Language | null = null,
): Promise<Account | undefined> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${accounts} in share row exclusive mode`);
    return (await hasAccounts(tx)) ? undefined : createAccount(tx, input, now, language);
  });
}

/** Configured by the environment. */
export interface FirstAccount {
  readonly email: string;
  readonly password: string | undefined;
  readonly apiKey: string | undefined;
}

/**
 * Returns undefined, without a change, when the email address has an account, or had one when that was created here.
 * `now` is epoch milliseconds.
 *
 * @throws AppError `invalid` when the address or the password is not acceptable; `conflict` when another account has
 *   the key.
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

async function createUnlessThere(db: Database, input: NewAccount, now: number): Promise<Account | undefined> {
  const { email } = checkNewAccount(input);
  if ((await db.$count(accounts, eq(accounts.bootstrapEmail, email))) > 0) return undefined;
  const account = await createAccount(db, input, now).catch((error) => {
    if (error instanceof AppError && error.kind === 'conflict') return undefined;
    throw error;
  });
  await db.update(accounts).set({ bootstrapEmail: email }).where(eq(accounts.email, email));
  return account;
}

async function requireUnused(db: Database, apiKey: string): Promise<void> {
  const used = await db.$count(apiKeys, eq(apiKeys.hash, hashApiKey(apiKey)));
  if (used > 0) throw new AppError('conflict', ['BOOTSTRAP_API_KEY: is the key of another account']);
}
