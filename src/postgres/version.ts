import { sql } from 'drizzle-orm';
import type { Database } from './postgres.js';

/** Returns PostgreSQL's version, and its clock in epoch milliseconds. */
export async function aboutPostgres(db: Database): Promise<{ readonly version: string; readonly clock: number }> {
  const [about] = await db
    .select({
      version: sql<string>`current_setting('server_version')`,
      clock: sql`extract(epoch from clock_timestamp()) * 1000`.mapWith(Number),
    })
    .from(sql`(select 1) as one`);
  if (about === undefined) throw new Error('PostgreSQL gave no row for one');
  return about;
}
