import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { bigint, pgSchema, text } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { earlierLayout } from '../lib/errors.js';
import type { Database, Postgres } from './postgres.js';

/** `sql/` is at the same depth relative to `src/` and `dist/`. */
const MIGRATIONS = fileURLToPath(new URL('../../sql', import.meta.url));

/** Drizzle's own table of applied migrations. Drizzle applies files that are newer than its latest entry. */
const register = pgSchema('drizzle').table('__drizzle_migrations', {
  hash: text('hash').notNull(),
  /** Creation time of the file, in epoch milliseconds. */
  createdAt: bigint('created_at', { mode: 'number' }).notNull(),
});

const journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

/**
 * Safe when several processes start at once; does nothing when nothing is pending.
 *
 * @throws Error when the tables are of a newer version, or of a version before the first release
 */
export async function migratePostgres(postgres: Postgres): Promise<void> {
  const files = readMigrationFiles({ migrationsFolder: MIGRATIONS });
  const applied = await appliedTo(postgres.db);
  const unknown = applied.filter(({ hash }) => files.every((file) => file.hash !== hash));
  const first = files[0]?.folderMillis ?? 0;
  if (unknown.some(({ createdAt }) => createdAt < first)) throw earlierLayout('PostgreSQL');
  if (unknown.length > 0) {
    throw new Error('PostgreSQL has migrations that this version of Footfall does not know: use a newer one');
  }
  await postgres.migrate(MIGRATIONS);
}

export async function pendingPostgres(db: Database): Promise<readonly string[]> {
  const { entries } = journal.parse(JSON.parse(await readFile(join(MIGRATIONS, 'meta', '_journal.json'), 'utf8')));
  const last = Math.max(0, ...(await appliedTo(db)).map(({ createdAt }) => createdAt));
  return entries.filter(({ when }) => when > last).map(({ tag }) => tag);
}

async function appliedTo(db: Database) {
  const [found] = await db
    .select({ known: sql<boolean>`to_regclass('drizzle.__drizzle_migrations') is not null` })
    .from(sql`(select 1) as one`);
  return found?.known ? db.select().from(register) : [];
}
