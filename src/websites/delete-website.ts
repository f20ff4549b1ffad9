import { and, eq, inArray, isNull, lte } from 'drizzle-orm';
import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { type Sql, sql, uuidChunks, uuids } from '../clickhouse/sql.js';
import { type Table, tableName, websiteTables } from '../clickhouse/tables.js';
import { websiteNotFound } from '../lib/errors.js';
import type { Database } from '../postgres/postgres.js';
import { deletedWebsites, websites } from '../postgres/schema.js';
import type { Website, WebsiteStore } from './website.js';

/**
 * Deletes the website and leaves its permanent tombstone.
 *
 * @throws AppError `not_found` when another request was first.
 */
export async function deleteWebsite({ db, refresh }: WebsiteStore, { id }: Website, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    const deleted = await tx.delete(websites).where(eq(websites.id, id)).returning({ id: websites.id });
    if (deleted.length === 0) throw websiteNotFound();
    await tx.insert(deletedWebsites).values({ id, deletedAt: new Date(now) });
  });
  await refresh(id);
}

/** Until then, another process may insert events that it accepted before it heard of the deletion. */
const IN_FLIGHT_MS = 10 * 60 * 1000;

/** Deletes all rows of deleted websites in ClickHouse, however many there are. Can be repeated. */
export async function deleteWebsiteRows(clickhouse: ClickHouse, ids: readonly string[]): Promise<void> {
  for (const chunk of uuidChunks(ids)) {
    const rows = sql`website_id IN ${uuids(chunk)}`;
    for (const table of websiteTables) {
      // A deletion is slow even without matching rows, and most tombstones have none left.
      if (await hasRows(clickhouse, table, rows)) await clickhouse.delete(table, rows);
    }
  }
}

/** Returns those of the ids that belong to deleted websites. */
export async function findDeletedWebsites(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const chunk of uuidChunks(ids)) {
    const rows = await db
      .select()
      .from(deletedWebsites)
      .where(inArray(deletedWebsites.id, [...chunk]));
    for (const { id } of rows) found.add(id);
  }
  return found;
}

async function hasRows(clickhouse: ClickHouse, table: Table, rows: Sql): Promise<boolean> {
  const found = await clickhouse.query({
    name: 'websites/rows to delete',
    row: z.object({ website_id: z.string() }),
    sql: sql`SELECT website_id FROM ${tableName(table)} WHERE ${rows} LIMIT 1`,
  });
  return found.length > 0;
}

/** Deletes the rows of recently deleted websites again, because a crash or an outage of ClickHouse may have prevented it before. */
export async function repeatDeletions(clickhouse: ClickHouse, db: Database): Promise<void> {
  await deleteWebsiteRows(
    clickhouse,
    toIds(await db.select().from(deletedWebsites).where(isNull(deletedWebsites.erasedAt))),
  );
}

/**
 * Deletes a last time the rows of websites that were deleted long before `now` (epoch milliseconds), after `drain` has inserted
 * their waiting events. Their tombstones stay, so that later events are known to belong to no website.
 */
export async function purgeDeletedWebsites(
  clickhouse: ClickHouse,
  db: Database,
  { now, drain }: { readonly now: number; readonly drain: () => Promise<void> },
): Promise<void> {
  const old = await db
    .select()
    .from(deletedWebsites)
    .where(and(isNull(deletedWebsites.erasedAt), lte(deletedWebsites.deletedAt, new Date(now - IN_FLIGHT_MS))));
  if (old.length === 0) return;
  await drain();
  for (const chunk of uuidChunks(toIds(old))) {
    await deleteWebsiteRows(clickhouse, chunk);
    await clickhouse.sync();
    await db
      .update(deletedWebsites)
      .set({ erasedAt: new Date(now) })
      .where(inArray(deletedWebsites.id, [...chunk]));
  }
}

const toIds = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

/** Counts the websites that were deleted before an instant and may still have events in ClickHouse. */
export const countPendingPurges = (db: Database, before: Date): Promise<number> =>
  db.$count(deletedWebsites, and(isNull(deletedWebsites.erasedAt), lte(deletedWebsites.deletedAt, before)));
