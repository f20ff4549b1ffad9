import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { accounts } from '../postgres/schema.js';

/** The owner of websites and of an API key. Instants have a precision of milliseconds. */
export interface Account {
  readonly id: string;
  /** Lower-case. */
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly picture: string | null;
  readonly emailVerifiedAt: Date | null;
  readonly createdAt: Date;
}

/** Returns the account of a row, without its credentials. */
export function toAccount(row: typeof accounts.$inferSelect): Account {
  const { id, email, firstName, lastName, picture, emailVerifiedAt, createdAt } = row;
  return { id, email, firstName, lastName, picture, emailVerifiedAt, createdAt };
}

/** Returns a typed email address in its stored spelling. */
export const storedEmail = (email: string): string => email.trim().toLowerCase();

/** Finds the account of that id, which must be a UUID. */
export async function findAccount(db: Database, id: string): Promise<Account | undefined> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, id));
  return row && toAccount(row);
}

/** Finds the account of that email address, in any case. */
export async function findAccountByEmail(db: Database, email: string): Promise<Account | undefined> {
  const [row] = await db
    .select()
    .from(accounts)
    .where(eq(accounts.email, storedEmail(email)));
  return row && toAccount(row);
}

/** Lists all accounts of the installation, the oldest first. */
export async function listAccounts(db: Database): Promise<readonly Account[]> {
  const rows = await db.select().from(accounts).orderBy(asc(accounts.createdAt), asc(accounts.id));
  return rows.map(toAccount);
}

/** Returns whether the installation has an owner. */
export async function hasAccounts(db: Database): Promise<boolean> {
  const rows = await db.select({ id: accounts.id }).from(accounts).limit(1);
  return rows.length > 0;
}

/** Returns whether the account is the installation's first one, which is its owner's. */
export async function isFirstAccount(db: Database, id: string): Promise<boolean> {
  const [first] = await idsByAge(db, 1);
  return first === id;
}

const MAX_OLDEST_ACCOUNTS = 20;

/** Returns the ids of the oldest accounts, 20 at most; none while the tables are missing. */
export async function oldestAccounts(db: Database): Promise<readonly string[]> {
  const [found] = await db
    .select({ hasTable: sql<boolean>`to_regclass('accounts') is not null` })
    .from(sql`(select 1) as one`);
  if (!found?.hasTable) return [];
  return idsByAge(db, MAX_OLDEST_ACCOUNTS);
}

async function idsByAge(db: Database, limit: number): Promise<readonly string[]> {
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .orderBy(asc(accounts.createdAt), asc(accounts.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
