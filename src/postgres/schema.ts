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
  /** Set when the environment created the account; the account's address may have changed since. */
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
  /** SHA-256 in hex; each code is accepted once. */
  recoveryCodes: list('recovery_codes'),
  createdAt: instant('created_at').notNull(),
});

/** At most one key per account: a new one replaces it. */
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
    /** Null for the installation's retention. */
    retentionMonths: integer('retention_months'),
    /** Generation of the daily visitor counts that new events are added to; see `daily_visitors` in ClickHouse. */
    countGeneration: integer('count_generation').notNull().default(1),
    /**
     * `complete`: the counts include all stored events. `running`: they are being rebuilt. `over`: no events are added
     * any more.
     */
    countState: text('count_state', { enum: ['complete', 'running', 'over'] })
      .notNull()
      .default('complete'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('websites_account_id_index').on(table.accountId)],
);

/** Show a website's statistics to anyone who has the link. */
export const sharedLinks = pgTable(
  'shared_links',
  {
    /** Stored readable, so that the owner can copy the link again. */
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
  /** When its rows were purged from ClickHouse; null while events may still arrive. */
  erasedAt: instant('erased_at'),
});

export const imports = pgTable(
  'imports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    websiteId: uuid('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    /** The installation that runs it, and cleans up after a crash. */
    instance: text('instance').notNull(),
    idempotencyKey: text('idempotency_key'),
    bodyHash: text('body_hash'),
    /**
     * `removing`, `deleting` and `restoring` are committed: replaced or deleted events must be removed. `kept` is a deletion
     * that can still be undone.
     */
    state: text('state', { enum: ['writing', 'removing', 'deleting', 'restoring', 'done', 'kept'] }).notNull(),
    result: jsonb('result'),
    /** The deletion to undo, which is kept until the restore is done. */
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

/** The owner's choices for the installation. There is at most one row. */
export const installationSettings = pgTable(
  'installation_settings',
  {
    id: integer('id').primaryKey().default(1),
    /** How often visitors get new ids; overridden by the environment. */
    visitorIdRotation: text('visitor_id_rotation', { enum: ['never', 'monthly', 'daily'] }).notNull(),
  },
  (table) => [check('installation_settings_one_row', sql`${table.id} = 1`)],
);

/**
 * Together with the secret, salts are the keys of visitor hashes, one per UTC day or month. A salt is deleted once no
 * session that began with it can continue.
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

/** Topics of emails and webhooks. Each has its own switch and its own unsubscription. */
export const TOPICS = ['weekly-summary', 'traffic-alert'] as const;

/** Work that runs at a website's own local time. */
export const JOB_TOPICS = [...TOPICS, 'retention'] as const;

/** The next run of each of a website's jobs. A job that no setting or webhook of the website needs has no row. */
export const jobs = pgTable(
  'jobs',
  {
    websiteId: uuid('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    topic: text('topic', { enum: JOB_TOPICS }).notNull(),
    /** The time zone in which `dueAt` was computed. */
    zone: text('zone').notNull(),
    /** The next run; in the past for one that was missed or has failed. */
    dueAt: instant('due_at').notNull(),
    /** A claim by the process that runs it. */
    claimedUntil: instant('claimed_until'),
    failures: integer('failures').notNull().default(0),
    failingSince: instant('failing_since'),
    /** When the last run was given up; null after a success. */
    givenUpAt: instant('given_up_at'),
    /** Since when a traffic alert has run every minute; null before its first run. */
    watchedSince: instant('watched_since'),
  },
  (table) => [
    primaryKey({ columns: [table.websiteId, table.topic] }),
    index('jobs_topic_due_at_index').on(table.topic, table.dueAt),
  ],
);

/** A weekly summary or a traffic alert, with its figures. */
export const notices = pgTable(
  'notices',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    websiteId: uuid('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    topic: text('topic', { enum: TOPICS }).notNull(),
    kind: text('kind', { enum: ['week', 'quiet-week', 'spike', 'silence'] }).notNull(),
    /** Identifies the week or moment of the notice: each occasion has one notice. */
    occasion: text('occasion').notNull(),
    content: jsonb('content').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [unique('notices_website_id_topic_occasion_unique').on(table.websiteId, table.topic, table.occasion)],
);

/** URLs of other services that get a website's notices. */
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
    /** Signs bodies of the format `json`. Stored readable, so that the owner can copy it again. */
    secret: text('secret'),
    topics: text('topics', { enum: TOPICS }).array().notNull(),
    createdAt: instant('created_at').notNull(),
    /** The first failure since the last success; null after a success. */
    failingSince: instant('failing_since'),
    /** Set after a day of failures. */
    disabledAt: instant('disabled_at'),
  },
  (table) => [index('webhooks_website_id_index').on(table.websiteId)],
);

/** The outbox: a notice for one email address or one webhook. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    noticeId: uuid('notice_id')
      .notNull()
      .references(() => notices.id, { onDelete: 'cascade' }),
    email: text('email'),
    webhookId: uuid('webhook_id').references(() => webhooks.id, { onDelete: 'cascade' }),
    /** `dropped`: the recipient had unsubscribed, or the destination was removed, when it was due. */
    state: text('state', { enum: ['waiting', 'sent', 'given-up', 'dropped'] })
      .notNull()
      .default('waiting'),
    dueAt: instant('due_at').notNull(),
    /** A claim by the process that sends it. */
    claimedUntil: instant('claimed_until'),
    attempts: integer('attempts').notNull().default(0),
    /** For the owner: why the last attempt failed. */
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

/** Additional addresses for the emails about a website, which must confirm first. */
export const emailRecipients = pgTable(
  'email_recipients',
  {
    websiteId: uuid('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    /** Lower-case. */
    email: text('email').notNull(),
    /** Null until the address confirms with the link in its invitation. */
    confirmedAt: instant('confirmed_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.websiteId, table.email] })],
);

/** Addresses that unsubscribed from one kind of email about a website. */
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

/** Destination and progress of a website's daily files. */
export const scheduledExports = pgTable(
  'scheduled_exports',
  {
    websiteId: uuid('website_id')
      .primaryKey()
      .references(() => websites.id, { onDelete: 'cascade' }),
    destination: text('destination', { enum: ['folder', 's3'] }).notNull(),
    /** A path below `EXPORT_DIR`, which may be empty; or the URL of a bucket, without a trailing slash. */
    location: text('location').notNull(),
    /** Null for a folder. */
    region: text('region'),
    /** Keys of the bucket, encrypted with the installation's secret; null for a folder. */
    credentials: text('credentials'),
    /** The next local day to write, `YYYY-MM-DD`. */
    nextDay: text('next_day').notNull(),
    /** When that day is written: after its end, and later after a failure. */
    dueAt: instant('due_at').notNull(),
    lastDay: text('last_day'),
    lastWrittenAt: instant('last_written_at'),
    /** Consecutive failures. */
    failures: integer('failures').notNull().default(0),
    failingSince: instant('failing_since'),
    /** For the owner: why the last attempt failed. */
    failure: text('failure'),
    testedAt: instant('tested_at'),
    createdAt: instant('created_at').notNull(),
    /** Time of the owner's last change. Files started before it are not recorded as progress. */
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('scheduled_exports_due_at_index').on(table.dueAt)],
);
