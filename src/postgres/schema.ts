import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

const list = (name: string) => text(name).array().notNull().default([]);

export const accounts = pgTable('accounts', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** Lower-case. */
  email: text('email').notNull().unique(),
  /** The address under which the environment made the account at a start; it may have another one since. */
  bootstrapEmail: text('bootstrap_email').unique(),
  passwordHash: text('password_hash'),
  firstName: text('first_name'),
  lastName: text('last_name'),
  picture: text('picture'),
  emailVerifiedAt: instant('email_verified_at'),
  /** Base32; of an authenticator that is being set up until `twoFactorSince` is there. */
  totpSecret: text('totp_secret'),
  twoFactorSince: instant('two_factor_since'),
  /** The last half minute whose code was taken: none is taken twice. */
  totpLastStep: integer('totp_last_step'),
  /** SHA-256 in hex; each opens the account once in place of a code. */
  recoveryCodes: list('recovery_codes'),
  createdAt: instant('created_at').notNull(),
});

/** An account has at most one key: a new one takes the place of the old one. */
export const apiKeys = pgTable('api_keys', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** SHA-256 of the full key, in hex. */
  hash: text('hash').notNull().unique(),
  prefix: text('prefix').notNull(),
  name: text('name'),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
});

/** A person signed in to the dashboard in one browser. */
export const logins = pgTable(
  'logins',
  {
    /** SHA-256 of the cookie's token, in hex. */
    hash: text('hash').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** What the browser calls itself, as far as a person recognises it: `Firefox on Windows`. */
    browser: text('browser').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('logins_account_id_index').on(table.accountId)],
);

/** Links that were mailed: each works once. */
export const mailedLinks = pgTable(
  'mailed_links',
  {
    /** SHA-256 of the link's token, in hex. */
    hash: text('hash').primaryKey(),
    /** Null for a link that nobody got: a reset that was asked for an address without an account costs the same. */
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: ['reset-password', 'verify-email'] }).notNull(),
    /** The address that it verifies, which may have changed since. */
    email: text('email').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('mailed_links_account_id_index').on(table.accountId)],
);

/** No cascade from accounts: a website goes through its tombstone, or its events would outlive it. */
export const websites = pgTable(
  'websites',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    name: text('name').notNull(),
    domain: text('domain').notNull(),
    timezone: text('timezone').notNull(),
    trackingKey: text('tracking_key').notNull().unique(),
    favicon: text('favicon'),
    chartTheme: text('chart_theme').notNull().default('default'),
    allowedDomains: list('allowed_domains'),
    excludedIps: list('excluded_ips'),
    excludedPaths: list('excluded_paths'),
    excludedHostnames: list('excluded_hostnames'),
    excludedCountries: list('excluded_countries'),
    excludeHosting: boolean('exclude_hosting').notNull().default(false),
    emailWeeklySummary: boolean('email_weekly_summary').notNull().default(false),
    emailTrafficSpike: boolean('email_traffic_spike').notNull().default(false),
    /** The count of its visitors by the day that new events are added to; see `daily_visitors` in ClickHouse. */
    countGeneration: integer('count_generation').notNull().default(1),
    /** Whether the count has all stored events, is being made, or is over: events are no longer added to it. */
    countState: text('count_state', { enum: ['complete', 'running', 'over'] })
      .notNull()
      .default('complete'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('websites_account_id_index').on(table.accountId)],
);

/** Secret links under which anyone sees a website's figures. */
export const sharedLinks = pgTable(
  'shared_links',
  {
    /** The secret part of the link. It is kept readable, so that its owner can copy it again. */
    token: text('token').primaryKey(),
    websiteId: uuid('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    passwordHash: text('password_hash'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('shared_links_website_id_index').on(table.websiteId)],
);

/** Websites that were deleted, for good: an event of one may come in late, and is to be dropped. */
export const deletedWebsites = pgTable('deleted_websites', {
  id: uuid('id').primaryKey(),
  deletedAt: instant('deleted_at').notNull(),
  /** When its events were deleted from ClickHouse for the last time; null while some may still come in. */
  erasedAt: instant('erased_at'),
});

export const imports = pgTable(
  'imports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    websiteId: uuid('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    /** The installation that does it, and that cleans up after itself. */
    instance: text('instance').notNull(),
    idempotencyKey: text('idempotency_key'),
    bodyHash: text('body_hash'),
    /** `removing` and `deleting` are committed: what an import has made anew, or what an owner deletes, is to go. */
    state: text('state', { enum: ['writing', 'removing', 'deleting', 'done'] }).notNull(),
    result: jsonb('result'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [unique('imports_website_id_idempotency_key_unique').on(table.websiteId, table.idempotencyKey)],
);

/** The columns that `RateLimiterDrizzle` of rate-limiter-flexible works on. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  expire: instant('expire'),
});

/**
 * What keys the visitors' hashes beside the secret, each salt for one day or month of UTC. It goes when the last session
 * that began under it can have ended.
 */
export const visitorSalts = pgTable(
  'visitor_salts',
  {
    rotation: text('rotation', { enum: ['monthly', 'daily'] }).notNull(),
    periodStart: instant('period_start').notNull(),
    salt: text('salt').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.rotation, table.periodStart] })],
);
