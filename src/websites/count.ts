import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Count } from '../daily-visitors/dimensions.js';
import type { Database } from '../postgres/postgres.js';
import { websites } from '../postgres/schema.js';
import { toWebsite, type Website, type WebsiteStore } from './website.js';

const currentCount = ({ countGeneration: generation, timezone: zone }: Website): Count => ({ generation, zone });

/** Returns the count that a website's new events are added to; undefined without one. */
export const openCount = (website: Website): Count | undefined =>
  website.countState === 'over' ? undefined : currentCount(website);

/** Returns the count that includes all stored events of a website; undefined without one. */
export const completeCount = (website: Website): Count | undefined =>
  website.countState === 'complete' ? currentCount(website) : undefined;

/** Ends the counts of websites, before stored events change or arrive that the counts cannot include. Can be repeated. */
export async function endCounts({ db, refresh }: WebsiteStore, websiteIds: readonly string[]): Promise<void> {
  await db
    .update(websites)
    .set({ countState: 'over' })
    .where(inArray(websites.id, [...websiteIds]));
  await Promise.all(websiteIds.map(refresh));
}

/** Ends the counts of all websites, before the service reads them. */
export async function endAllCounts(db: Database): Promise<void> {
  await db.update(websites).set({ countState: 'over' });
}

/**
 * Begins another count, which new events are added to from now on. Returns undefined when the website is deleted.
 *
 * @param last the latest count in ClickHouse
 */
export async function beginCount(
  { db, refresh }: WebsiteStore,
  websiteId: string,
  last: number,
): Promise<Count | undefined> {
  const [row] = await db
    .update(websites)
    .set({ countGeneration: sql`greatest(${websites.countGeneration}, ${last}) + 1`, countState: 'running' })
    .where(eq(websites.id, websiteId))
    .returning();
  await refresh(websiteId);
  return row && currentCount(toWebsite(row));
}

/**
 * Ends the counts of websites of which ClickHouse has a later one: PostgreSQL was restored from an older backup.
 *
 * @param last the latest count of each website in ClickHouse
 */
export async function endFormerCounts(store: WebsiteStore, last: ReadonlyMap<string, number>): Promise<void> {
  const rows = await store.db.select({ id: websites.id, generation: websites.countGeneration }).from(websites);
  const former = rows.filter(({ id, generation }) => (last.get(id) ?? 0) > generation).map(({ id }) => id);
  for (let start = 0; start < former.length; start += MAX_IDS) {
    await endCounts(store, former.slice(start, start + MAX_IDS));
  }
}

/** PostgreSQL takes 65,535 parameters at most. */
const MAX_IDS = 10_000;

/** Matches a count that is running: it was not ended, and no other was begun. */
const isRunning = (websiteId: string, { generation }: Count) =>
  and(eq(websites.id, websiteId), eq(websites.countGeneration, generation), eq(websites.countState, 'running'));

/** Returns whether a count is still running: it was not ended, and no other was begun. */
export async function isCountRunning({ db }: WebsiteStore, websiteId: string, count: Count): Promise<boolean> {
  const found = await db.select({ id: websites.id }).from(websites).where(isRunning(websiteId, count));
  return found.length > 0;
}

/** Marks a running count as complete. Returns false when it is no longer running. */
export async function completeRunning(
  { db, refresh }: WebsiteStore,
  websiteId: string,
  count: Count,
): Promise<boolean> {
  const rows = await db
    .update(websites)
    .set({ countState: 'complete' })
    .where(isRunning(websiteId, count))
    .returning({ id: websites.id });
  await refresh(websiteId);
  return rows.length > 0;
}
