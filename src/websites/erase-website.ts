import { eq } from 'drizzle-orm';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { sql, uuid } from '../clickhouse/sql.js';
import type { Database } from '../postgres/postgres.js';
import { deletedWebsites } from '../postgres/schema.js';

/** Deletes everything that ClickHouse has of a deleted website, then its tombstone. Can be repeated. */
export async function eraseWebsite(clickhouse: ClickHouse, db: Database, id: string): Promise<void> {
  for (const table of ['events', 'visitors'] as const) {
    await clickhouse.delete(table, sql`website_id = ${uuid(id)}`);
  }
  await db.delete(deletedWebsites).where(eq(deletedWebsites.id, id));
}

/** Erases what an earlier process left: a crash between the two databases leaves a tombstone. */
export async function eraseDeletedWebsites(clickhouse: ClickHouse, db: Database): Promise<void> {
  for (const { id } of await db.select().from(deletedWebsites)) await eraseWebsite(clickhouse, db, id);
}
