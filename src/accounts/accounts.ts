import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { accounts } from '../postgres/schema.js';

/** Who owns websites and has an API key. Instants have a precision of milliseconds. */
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

/** What proves who someone is stays behind. */
export function toAccount(row: typeof accounts.$inferSelect): Account {
  const { id, email, firstName, lastName, picture, emailVerifiedAt, createdAt } = row;
  return { id, email, firstName, lastName, picture, emailVerifiedAt, createdAt };
}

/** An email address, as somebody typed it, in the spelling it is stored in. PostgreSQL refuses NUL, which no stored one has. */
export const storedEmail = (email: string): string => email.trim().toLowerCase().replaceAll('\0', ' ');

/** The account of that id, which must be a UUID. */
export async function findAccount(db: Database, id: string): Promise<Account | undefined> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, id));
  return row && toAccount(row);
}

/** The account of that email address, in whatever case it is written. */
export async function findAccountByEmail(db: Database, email: string): Promise<Account | undefined> {
  const [row] = await db
    .select()
    .from(accounts)
    .where(eq(accounts.email, storedEmail(email)));
  return row && toAccount(row);
}

/** All accounts of the installation, the oldest first. */
export async function listAccounts(db: Database): Promise<readonly Account[]> {
  const rows = await db.select().from(accounts).orderBy(asc(accounts.createdAt), asc(accounts.id));
  return rows.map(toAccount);
}

/** Whether the installation has an owner. */
export async function hasAccounts(db: Database): Promise<boolean> {
  const rows = await db.select({ id: accounts.id }).from(accounts).limit(1);
  return rows.length > 0;
}

const MAX_ACCOUNTS = 20;

/** Returns the IDs of the oldest accounts, 20 at most; none where the tables are still to be made. */
export async function oldestAccounts(db: Database): Promise<readonly string[]> {
  const [found] = await db
    .select({ hasTable: sql<boolean>`to_regclass('accounts') is not null` })
    .from(sql`(select 1) as one`);
  if (!found?.hasTable) return [];
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .orderBy(asc(accounts.createdAt), asc(accounts.id))
    .limit(MAX_ACCOUNTS);
  return rows.map(({ id }) => id);
}
