import { type AnyPgColumn, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';
import { websites } from './websites.js';

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
     * `waiting` has written no events yet, `writing` may have. `removing`, `deleting` and `restoring` are committed: replaced
     * or deleted events must be removed. `kept` is a deletion that can still be undone.
     */
    state: text('state', {
      enum: ['waiting', 'writing', 'removing', 'deleting', 'restoring', 'done', 'kept'],
    }).notNull(),
    result: jsonb('result'),
    /** The deletion to undo, which is kept until the restore is done. */
    restores: uuid('restores').references((): AnyPgColumn => imports.id),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [unique('imports_website_id_idempotency_key_unique').on(table.websiteId, table.idempotencyKey)],
);

/** Batches of events that servers have sent with an `Idempotency-Key`. */
export const eventBatches = pgTable(
  'event_batches',
  {
    websiteId: uuid('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    idempotencyKey: text('idempotency_key').notNull(),
    bodyHash: text('body_hash').notNull(),
    /** The installation that took it, and goes on with it after a crash. */
    instance: text('instance').notNull(),
    /** The answer; null until all accepted events are on disk. */
    results: jsonb('results'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.websiteId, table.idempotencyKey] }),
    index('event_batches_created_at_index').on(table.createdAt),
  ],
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
