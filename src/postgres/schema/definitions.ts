import { jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';
import { websites } from './websites.js';

/** Goals, segments, funnels and annotations of websites. */
export const definitions = pgTable(
  'definitions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    websiteId: uuid('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['goal', 'segment', 'funnel', 'annotation'] }).notNull(),
    /** Null for annotations. */
    name: text('name'),
    /** The other fields, as in the API. */
    fields: jsonb('fields').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [unique('definitions_website_id_kind_name_unique').on(table.websiteId, table.kind, table.name)],
);
