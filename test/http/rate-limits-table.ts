import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** The columns that a limiter over PostgreSQL needs. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull(),
  expire: timestamp({ withTimezone: true }),
});
