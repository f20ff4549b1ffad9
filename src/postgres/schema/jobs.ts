import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';
import { websites } from './websites.js';

/** Topics of emails and webhooks. Each has its own switch and its own unsubscription. */
export const TOPICS = ['weekly-summary', 'traffic-alert'] as const;

/** Work that runs at a website's own local time. */
export const JOB_TOPICS = [...TOPICS, 'segment-summary', 'retention'] as const;

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
