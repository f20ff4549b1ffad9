import { eq, lte } from 'drizzle-orm';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { ofWebsite } from '../clickhouse/sql.js';
import type { Database } from '../postgres/postgres.js';
import { deletedWebsites } from '../postgres/schema.js';

/** Until then another process may still bring in events that it had taken before it heard of the deletion. */
const IN_FLIGHT_MS = 10 * 60 * 1000;

/** Those with rows of a website. What was made of events goes after the record that it was made. */
const TABLES = [
  'events',
  'visitors',
  'drops',
  'arrivals',
  'built',
  'visitor_numbers',
  'page_numbers',
  'daily_sessions',
  'varying_visitors',
  'exit_clicks',
  'daily_visitors',
  'daily_totals',
  'hourly_visitors',
] as const;

/** Deletes everything that ClickHouse has of a deleted website. Can be repeated. */
export async function eraseWebsite(clickhouse: ClickHouse, id: string): Promise<void> {
  for (const table of TABLES) {
    await clickhouse.delete(table, ofWebsite(id));
  }
}

/** Erases every deleted website: a crash, or ClickHouse being away, may have kept that from happening at once. */
export async function eraseDeletedWebsites(clickhouse: ClickHouse, db: Database): Promise<void> {
  for (const { id } of await db.select().from(deletedWebsites)) await eraseWebsite(clickhouse, id);
}

/** Erases, a last time, the websites deleted long before `now` (epoch milliseconds), and their tombstones. */
export async function buryDeletedWebsites(clickhouse: ClickHouse, db: Database, now: number): Promise<void> {
  const old = await db
    .select()
    .from(deletedWebsites)
    .where(lte(deletedWebsites.deletedAt, new Date(now - IN_FLIGHT_MS)));
  for (const { id } of old) {
    await eraseWebsite(clickhouse, id);
    await db.delete(deletedWebsites).where(eq(deletedWebsites.id, id));
  }
}
