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
 * Leaves a permanent tombstone.
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

/** Until then, other processes may insert events that they accepted before they were notified of the deletion. */
const IN_FLIGHT_MS = 10 * 60 * 1000;

/** Any number of ids. Safe to repeat. */
export async function deleteWebsiteRows(clickhouse: ClickHouse, ids: readonly string[]): Promise<void> {
  for (const chunk of uuidChunks(ids)) {
    const rows = sql`website_id IN ${uuids(chunk)}`;
    for (const table of websiteTables) {
      // A deletion is slow even without matching rows, and most tombstones have none left.
      if (await hasRows(clickhouse, table, rows)) await clickhouse.delete(table, rows);
    }
  }
}

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

/** A crash or an outage of ClickHouse may have prevented the earlier deletion. */
export async function repeatDeletions(clickhouse: ClickHouse, db: Database): Promise<void> {
  await deleteWebsiteRows(
    clickhouse,
    toIds(await db.select().from(deletedWebsites).where(isNull(deletedWebsites.erasedAt))),
  );
}

/**
 * Deletes the rows of websites that were deleted long before `now` (epoch milliseconds) one last time, after `drain`
 * has inserted waiting events. The tombstones stay, so that later events are dropped.
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

export const countPendingPurges = (db: Database, before: Date): Promise<number> =>
  db.$count(deletedWebsites, and(isNull(deletedWebsites.erasedAt), lte(deletedWebsites.deletedAt, before)));
