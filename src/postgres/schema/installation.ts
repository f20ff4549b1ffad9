import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';

const ROTATIONS = ['never', 'monthly', 'daily'] as const;

/** The owner's choices for the installation. There is at most one row. */
export const installationSettings = pgTable(
  'installation_settings',
  {
    id: integer('id').primaryKey().default(1),
    /** How often visitors get new ids; overridden by the environment. Null before the owner has chosen. */
    visitorIdRotation: text('visitor_id_rotation', { enum: ROTATIONS }),
    /** The rotation in use since the latest start: the owner's choice, or that of the environment. */
    usedRotation: text('used_rotation', { enum: ROTATIONS }),
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

/** The columns that `RateLimiterDrizzle` of rate-limiter-flexible needs. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  expire: instant('expire'),
});
