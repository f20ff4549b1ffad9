import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.js';
import { instant, list } from './columns.js';

/** No cascade from accounts: a deleted website needs a tombstone, or its events would remain. */
export const websites = pgTable(
  'websites',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    name: text('name').notNull(),
    /** Bare and lower-case: no scheme, no `www.`, international names in ASCII. */
    domain: text('domain').notNull(),
    /** IANA name. */
    timezone: text('timezone').notNull(),
    /** Sent by the tracker; not a secret. */
    trackingKey: text('tracking_key').notNull().unique(),
    favicon: text('favicon'),
    chartTheme: text('chart_theme').notNull().default('default'),
    /** Besides `domain`; `*.example.com` stands for any subdomain. */
    allowedDomains: list('allowed_domains'),
    /** Addresses and CIDR blocks, IPv4 and IPv6. */
    excludedIps: list('excluded_ips'),
    /** `*` stands for any characters, `/` included. */
    excludedPaths: list('excluded_paths'),
    excludedHostnames: list('excluded_hostnames'),
    /** ISO 3166-1 alpha-2, upper-case. */
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
    /** Null for a link that never expires. */
    expiresAt: instant('expires_at'),
    /** The view that it opens with, as parameters of its address. */
    view: text('view').notNull().default(''),
    /** What readers can see besides; null for everything. */
    oneView: jsonb('one_view'),
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
