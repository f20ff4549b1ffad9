import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';
import { definitions } from './definitions.js';
import { TOPICS } from './jobs.js';
import { websites } from './websites.js';

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
    /** The week or moment of the notice, and its view: each occasion has one notice. */
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
    /** `dropped`: the recipient had unsubscribed, or the destination or the view was removed, when it was due. */
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

/** Views that have a weekly summary of their own. */
export const emailedViews = pgTable(
  'emailed_views',
  {
    /** The id of the segment for a view of a segment alone, compared with the week before. */
    id: uuid('id').primaryKey().defaultRandom(),
    websiteId: uuid('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    goalId: uuid('goal_id').references(() => definitions.id, { onDelete: 'cascade' }),
    segmentId: uuid('segment_id').references(() => definitions.id, { onDelete: 'cascade' }),
    comparison: text('comparison', { enum: ['previous', 'year'] })
      .notNull()
      .default('previous'),
    matchWeekday: boolean('match_weekday').notNull().default(false),
  },
  (table) => [index('emailed_views_website_id_index').on(table.websiteId)],
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
