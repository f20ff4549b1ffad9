import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { max, sql } from 'drizzle-orm';
import { bigint, pgSchema } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { MIGRATIONS } from './migrate.js';
import type { Database } from './postgres.js';

/** Drizzle's own register: it applies what is younger than the youngest entry. */
const register = pgSchema('drizzle').table('__drizzle_migrations', {
  createdAt: bigint('created_at', { mode: 'number' }),
});

const journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

/** The names of the migrations that are still to be applied. */
export async function pendingPostgres(db: Database): Promise<readonly string[]> {
  const { entries } = journal.parse(JSON.parse(await readFile(join(MIGRATIONS, 'meta', '_journal.json'), 'utf8')));
  const last = await lastApplied(db);
  return entries.filter(({ when }) => when > last).map(({ tag }) => tag);
}

async function lastApplied(db: Database): Promise<number> {
  const [found] = await db
    .select({ known: sql<boolean>`to_regclass('drizzle.__drizzle_migrations') is not null` })
    .from(sql`(select 1) as one`);
  if (!found?.known) return 0;
  const [last] = await db.select({ createdAt: max(register.createdAt) }).from(register);
  return last?.createdAt ?? 0;
}
