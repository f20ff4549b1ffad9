import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
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
  /** The address with which the environment created the account at a start; the account's address may have changed since. */
  bootstrapEmail: text('bootstrap_email').unique(),
  passwordHash: text('password_hash'),
  firstName: text('first_name'),
  lastName: text('last_name'),
  picture: text('picture'),
  emailVerifiedAt: instant('email_verified_at'),
  /** Base32. Belongs to an authenticator that is being set up until `twoFactorSince` is set. */
  totpSecret: text('totp_secret'),
  twoFactorSince: instant('two_factor_since'),
  /** The last half minute whose code was accepted: no code is accepted twice. */
  totpLastStep: integer('totp_last_step'),
  /** SHA-256 in hex; each is accepted once instead of a code. */
  recoveryCodes: list('recovery_codes'),
  createdAt: instant('created_at').notNull(),
});

/** An account has at most one key: a new one replaces it. */
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

/** A sign-in session of the dashboard in one browser. */
export const signInSessions = pgTable(
  'logins',
  {
    /** SHA-256 of the cookie's token, in hex. */
    hash: text('hash').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Browser and system in readable form: `Firefox on Windows`. */
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
    /** The address that the link verifies, which may have changed since. */
    email: text('email').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('mailed_links_account_id_index').on(table.accountId)],
);

/** No cascade from accounts: a deleted website needs a tombstone, or its events would remain. */
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
    /** The months for which its data is kept; null for as long as the installation keeps it. */
    retentionMonths: integer('retention_months'),
    /** The generation of its daily visitor counts that new events are added to; see `daily_visitors` in ClickHouse. */
    countGeneration: integer('count_generation').notNull().default(1),
    /**
     * Whether the counts include all stored events, are being rebuilt, or are over, so that events are no longer added to them.
     */
    countState: text('count_state', { enum: ['complete', 'running', 'over'] })
      .notNull()
      .default('complete'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('websites_account_id_index').on(table.accountId)],
);

/** Secret links that show a website's statistics to anyone. */
export const sharedLinks = pgTable(
  'shared_links',
  {
    /** The secret part of the link. It is stored readable, so that its owner can copy it again. */
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

/** Tombstones of deleted websites: their late events are dropped. */
export const deletedWebsites = pgTable('deleted_websites', {
  id: uuid('id').primaryKey(),
  deletedAt: instant('deleted_at').notNull(),
  /** When its events were deleted from ClickHouse for the last time; null while some may still arrive. */
  erasedAt: instant('erased_at'),
});

export const imports = pgTable(
  'imports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    websiteId: uuid('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    /** The installation that runs it, and that cleans up after a crash. */
    instance: text('instance').notNull(),
    idempotencyKey: text('idempotency_key'),
    bodyHash: text('body_hash'),
    /**
     * `removing`, `deleting` and `restoring` are committed: replaced or deleted events must be removed. `kept` is a deletion
     * that can still be undone.
     */
    state: text('state', { enum: ['writing', 'removing', 'deleting', 'restoring', 'done', 'kept'] }).notNull(),
    result: jsonb('result'),
    /** The deletion that it undoes, which stays until it is done. */
    restores: uuid('restores').references((): AnyPgColumn => imports.id),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [unique('imports_website_id_idempotency_key_unique').on(table.websiteId, table.idempotencyKey)],
);

/** The columns that `RateLimiterDrizzle` of rate-limiter-flexible needs. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  expire: instant('expire'),
});

/** What the owner has chosen for the whole installation. There is one row at most. */
export const installationSettings = pgTable(
  'installation_settings',
  {
    id: integer('id').primaryKey().default(1),
    /** How often visitors get new ids, unless the environment says so. */
    visitorIdRotation: text('visitor_id_rotation', { enum: ['never', 'monthly', 'daily'] }).notNull(),
  },
  (table) => [check('installation_settings_one_row', sql`${table.id} = 1`)],
);

/**
 * Salts that key the visitors' hashes together with the secret, one per UTC day or month. A salt is deleted once the last
 * session that began with it must have ended.
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

/** What emails and webhooks are about: each has a switch, and each can be unsubscribed from alone. */
export const TOPICS = ['weekly-summary', 'traffic-alert'] as const;

/** Everything that is done by the clock. */
export const JOB_TOPICS = [...TOPICS, 'retention'] as const;

/** When each job of a website runs next. A job that no setting or webhook of the website asks for has no row. */
export const jobs = pgTable(
  'jobs',
  {
    websiteId: uuid('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    topic: text('topic', { enum: JOB_TOPICS }).notNull(),
    /** The time zone that its times were computed in. */
    zone: text('zone').notNull(),
    /** When it runs next. In the past for a run that was missed or has failed. */
    dueAt: instant('due_at').notNull(),
    /** The end of the claim of the process that runs it. */
    claimedUntil: instant('claimed_until'),
    failures: integer('failures').notNull().default(0),
    failingSince: instant('failing_since'),
    /** When its last run was given up; null after a run that succeeded. */
    givenUpAt: instant('given_up_at'),
    /** Since when a traffic alert has judged every minute; null before its first run. */
    watchedSince: instant('watched_since'),
  },
  (table) => [
    primaryKey({ columns: [table.websiteId, table.topic] }),
    index('jobs_topic_due_at_index').on(table.topic, table.dueAt),
  ],
);

/** A notice about a website: a weekly summary or a traffic alert, with its figures. */
export const notices = pgTable(
  'notices',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    websiteId: uuid('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    topic: text('topic', { enum: TOPICS }).notNull(),
    kind: text('kind', { enum: ['week', 'quiet-week', 'spike', 'silence'] }).notNull(),
    /** Names the week, or the moment, that the notice is about: each occasion has one notice. */
    occasion: text('occasion').notNull(),
    content: jsonb('content').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [unique('notices_website_id_topic_occasion_unique').on(table.websiteId, table.topic, table.occasion)],
);

/** Addresses of other services that a website's notices are posted to. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    websiteId: uuid('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    format: text('format', { enum: ['json', 'slack', 'discord'] }).notNull(),
    url: text('url').notNull(),
    /** Signs the bodies of `json`. It is stored readable, so that its owner can copy it again. */
    secret: text('secret'),
    topics: text('topics', { enum: TOPICS }).array().notNull(),
    createdAt: instant('created_at').notNull(),
    /** Since when it has taken nothing; null after a success. */
    failingSince: instant('failing_since'),
    /** When it was disabled, after a day of failures. */
    disabledAt: instant('disabled_at'),
  },
  (table) => [index('webhooks_website_id_index').on(table.websiteId)],
);

/** The outbox: a notice on its way to one email address, or to one webhook. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    noticeId: uuid('notice_id')
      .notNull()
      .references(() => notices.id, { onDelete: 'cascade' }),
    email: text('email'),
    webhookId: uuid('webhook_id').references(() => webhooks.id, { onDelete: 'cascade' }),
    /** `dropped`: its recipient no longer wanted it when it was due. */
    state: text('state', { enum: ['waiting', 'sent', 'given-up', 'dropped'] })
      .notNull()
      .default('waiting'),
    dueAt: instant('due_at').notNull(),
    /** The end of the claim of the process that sends it. */
    claimedUntil: instant('claimed_until'),
    attempts: integer('attempts').notNull().default(0),
    /** Why the last attempt failed, in words for the owner. */
    failure: text('failure'),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('deliveries_state_due_at_index').on(table.state, table.dueAt),
    index('deliveries_notice_id_index').on(table.noticeId),
    index('deliveries_webhook_id_created_at_index').on(table.webhookId, table.createdAt),
  ],
);

/** Addresses beside the owner's that get the emails about a website, once they have confirmed it. */
export const emailRecipients = pgTable(
  'email_recipients',
  {
    websiteId: uuid('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    /** Lower-case. */
    email: text('email').notNull(),
    /** Null until the address has confirmed with the link in its invitation. */
    confirmedAt: instant('confirmed_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.websiteId, table.email] })],
);

/** Addresses that have ended one kind of email about a website with the link in it. */
export const unsubscribedEmails = pgTable(
  'unsubscribed_emails',
  {
    websiteId: uuid('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    topic: text('topic', { enum: TOPICS }).notNull(),
    /** Lower-case. */
    email: text('email').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.websiteId, table.topic, table.email] })],
);

/** SQL queries of an account for BI. Each is an endpoint of the API under its name. */
export const savedQueries = pgTable(
  'saved_queries',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The last part of its address. */
    name: text('name').notNull(),
    description: text('description'),
    query: text('query').notNull(),
    /** The parameters `{name:Type}` of the query: a list of `{ name, type }`. */
    parameters: jsonb('parameters').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.name] })],
);

/** Where a website's days are written to, one file each, and its progress. */
export const scheduledExports = pgTable(
  'scheduled_exports',
  {
    websiteId: uuid('website_id')
      .primaryKey()
      .references(() => websites.id, { onDelete: 'cascade' }),
    destination: text('destination', { enum: ['folder', 's3'] }).notNull(),
    /** The path below `EXPORT_DIR`, which may be empty; or the URL of the bucket, without a slash at its end. */
    location: text('location').notNull(),
    /** Null for a folder. */
    region: text('region'),
    /** The keys of the bucket, encrypted with the secret of the installation; null for a folder. */
    credentials: text('credentials'),
    /** The local day that is written next, `YYYY-MM-DD`. */
    nextDay: text('next_day').notNull(),
    /** When it is written: once it is over, and later after a failure. */
    dueAt: instant('due_at').notNull(),
    lastDay: text('last_day'),
    lastWrittenAt: instant('last_written_at'),
    /** Failures in a row. */
    failures: integer('failures').notNull().default(0),
    failingSince: instant('failing_since'),
    /** Why the last attempt failed, in words for the owner. */
    failure: text('failure'),
    testedAt: instant('tested_at'),
    createdAt: instant('created_at').notNull(),
    /** When the owner changed it. Files started before this are not recorded as progress. */
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('scheduled_exports_due_at_index').on(table.dueAt)],
);
