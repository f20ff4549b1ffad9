import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, list } from './columns.js';

export const accounts = pgTable('accounts', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** Lower-case. */
  email: text('email').notNull().unique(),
  /** Set when the environment created the account; the account's address may have changed since. */
  bootstrapEmail: text('bootstrap_email').unique(),
  passwordHash: text('password_hash'),
  firstName: text('first_name'),
  lastName: text('last_name'),
  picture: text('picture'),
  /** Of the dashboard and of emails: `de`. Null for that of the browser, and for English emails. */
  language: text('language'),
  emailVerifiedAt: instant('email_verified_at'),
  /** Base32. Belongs to an authenticator that is being set up until `twoFactorSince` is set. */
  totpSecret: text('totp_secret'),
  twoFactorSince: instant('two_factor_since'),
  /** The last half minute whose code was accepted: no code is accepted twice. */
  totpLastStep: integer('totp_last_step'),
  /** SHA-256 in hex; each code is accepted once. */
  recoveryCodes: list('recovery_codes'),
  createdAt: instant('created_at').notNull(),
});

/** The account's own key, at most one, and its keys with scopes. */
export const apiKeys = pgTable(
  'keys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** SHA-256 of the full key, in hex. */
    hash: text('hash').notNull().unique(),
    start: text('start').notNull(),
    /** Only the account's own key can have none. */
    name: text('name'),
    /** Null for the account's own key, which may do everything. */
    scopes: text('scopes').array(),
    /** Null for all websites. An empty list is none. */
    websiteIds: uuid('website_ids').array(),
    /** Null for a key that does not expire. */
    expiresAt: instant('expires_at'),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    index('keys_account_id_index').on(table.accountId),
    uniqueIndex('keys_own_index').on(table.accountId).where(sql`scopes is null`),
    check('keys_own_has_all_rights', sql`scopes is not null or (website_ids is null and expires_at is null)`),
  ],
);

export const signInSessions = pgTable(
  'logins',
  {
    /** SHA-256 of the cookie's token, in hex. */
    hash: text('hash').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** For example `Firefox on Windows`. */
    browser: text('browser').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('logins_account_id_index').on(table.accountId)],
);

/** Emailed links, and the demo's sign-in links. Each works once. */
export const mailedLinks = pgTable(
  'mailed_links',
  {
    /** SHA-256 of the link's token, in hex. */
    hash: text('hash').primaryKey(),
    /** Null for a link that was never sent: a reset for an address without an account takes the same time. */
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: ['reset-password', 'verify-email', 'sign-in'] }).notNull(),
    /** The link verifies this address; the account's may have changed since. */
    email: text('email').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('mailed_links_account_id_index').on(table.accountId)],
);

/** SQL queries of an account. Each has an API endpoint under its name. */
export const savedQueries = pgTable(
  'saved_queries',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The last segment of its URL. */
    name: text('name').notNull(),
    description: text('description'),
    query: text('query').notNull(),
    /** A list of `{ name, type }` for the query's `{name:Type}`. */
    parameters: jsonb('parameters').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.name] })],
);
