import { inArray, lte } from 'drizzle-orm';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { sql, uuids } from '../clickhouse/sql.js';
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
  'exit_clicks',
  'daily_visitors',
  'daily_totals',
  'daily_values',
  'hourly_visitors',
] as const;

/** Deletes everything that ClickHouse has of deleted websites, by one statement a table. Can be repeated. */
export async function eraseWebsites(clickhouse: ClickHouse, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const table of TABLES) {
    await clickhouse.delete(table, sql`website_id IN ${uuids(ids)}`);
  }
}

/** Erases every deleted website: a crash, or ClickHouse being away, may have kept that from happening at once. */
export async function eraseDeletedWebsites(clickhouse: ClickHouse, db: Database): Promise<void> {
  await eraseWebsites(clickhouse, idsOf(await db.select().from(deletedWebsites)));
}

/**
 * Erases, a last time, the websites deleted long before `now` (epoch milliseconds), and their tombstones, once `drain` has brought
 * in what may have waited of them.
 */
export async function buryDeletedWebsites(
  clickhouse: ClickHouse,
  db: Database,
  { now, drain }: { readonly now: number; readonly drain: () => Promise<void> },
): Promise<void> {
  const old = await db
    .select()
    .from(deletedWebsites)
    .where(lte(deletedWebsites.deletedAt, new Date(now - IN_FLIGHT_MS)));
  if (old.length === 0) return;
  await drain();
  await eraseWebsites(clickhouse, idsOf(old));
  await db.delete(deletedWebsites).where(inArray(deletedWebsites.id, idsOf(old)));
}

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);
