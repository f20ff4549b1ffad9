import { asc, eq, sql } from 'drizzle-orm';
import { type Language, languageNamed } from '../lib/language/language.js';
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
  /** Null for that of the browser. */
  readonly language: Language | null;
  readonly emailVerifiedAt: Date | null;
  readonly createdAt: Date;
}

/** Omits the credentials. */
export function toAccount(row: typeof accounts.$inferSelect): Account {
  const { id, email, firstName, lastName, picture, emailVerifiedAt, createdAt } = row;
  const language = languageNamed(row.language) ?? null;
  return { id, email, firstName, lastName, picture, language, emailVerifiedAt, createdAt };
}

export const storedEmail = (email: string): string => email.trim().toLowerCase();

/** The id must be a UUID. */
export async function findAccount(db: Database, id: string): Promise<Account | undefined> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, id));
  return row && toAccount(row);
}

/** Ignores case. */
export async function findAccountByEmail(db: Database, email: string): Promise<Account | undefined> {
  const [row] = await db
    .select()
    .from(accounts)
    .where(eq(accounts.email, storedEmail(email)));
  return row && toAccount(row);
}

/** Oldest first. */
export async function listAccounts(db: Database): Promise<readonly Account[]> {
  const rows = await db.select().from(accounts).orderBy(asc(accounts.createdAt), asc(accounts.id));
  return rows.map(toAccount);
}

export async function hasAccounts(db: Database): Promise<boolean> {
  const rows = await db.select({ id: accounts.id }).from(accounts).limit(1);
  return rows.length > 0;
}

/** The first account belongs to the owner of the installation. */
export async function isFirstAccount(db: Database, id: string): Promise<boolean> {
  const [first] = await idsByAge(db, 1);
  return first === id;
}

const MAX_OLDEST_ACCOUNTS = 20;

/** At most 20; none while the tables are missing. */
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
