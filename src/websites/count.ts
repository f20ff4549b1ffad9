import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Count } from '../daily-visitors/dimensions.js';
import type { Database } from '../postgres/postgres.js';
import { websites } from '../postgres/schema.js';
import type { Website, WebsiteStore } from './website.js';

const currentCount = ({ countGeneration: generation, timezone: zone }: Website): Count => ({ generation, zone });

/** The daily visitor counts that new events are added to; undefined when none are open. */
export const openCount = (website: Website): Count | undefined =>
  website.countState === 'over' ? undefined : currentCount(website);

/** The daily visitor counts that include all stored events; undefined while they are incomplete. */
export const completeCount = (website: Website): Count | undefined =>
  website.countState === 'complete' ? currentCount(website) : undefined;

/** Must be called before stored events change or arrive that the counts cannot include. Safe to repeat. */
export async function endCounts({ db, refresh }: WebsiteStore, websiteIds: readonly string[]): Promise<void> {
  await db
    .update(websites)
    .set({ countState: 'over' })
    .where(inArray(websites.id, [...websiteIds]));
  await Promise.all(websiteIds.map(refresh));
}

/** Call it before the service reads the websites. */
export async function endAllCounts(db: Database): Promise<void> {
  await db.update(websites).set({ countState: 'over' });
}

/**
 * Begins a new generation, which new events are added to from now on. Returns undefined when the website is deleted.
 *
 * @param last the latest generation in ClickHouse
 */
export async function beginCount(
  { db, refresh }: WebsiteStore,
  websiteId: string,
  last: number,
): Promise<Count | undefined> {
  const [website] = await db
    .update(websites)
    .set({ countGeneration: sql`greatest(${websites.countGeneration}, ${last}) + 1`, countState: 'running' })
    .where(eq(websites.id, websiteId))
    .returning();
  await refresh(websiteId);
  return website && currentCount(website);
}

/**
 * Ends counts that are behind ClickHouse's, because PostgreSQL was restored from an older backup.
 *
 * @param last the latest generation of each website in ClickHouse
 */
export async function endFormerCounts(store: WebsiteStore, last: ReadonlyMap<string, number>): Promise<void> {
  const rows = await store.db.select({ id: websites.id, generation: websites.countGeneration }).from(websites);
  const former = rows.filter(({ id, generation }) => (last.get(id) ?? 0) > generation).map(({ id }) => id);
  for (let start = 0; start < former.length; start += MAX_IDS) {
    await endCounts(store, former.slice(start, start + MAX_IDS));
  }
}

/** PostgreSQL accepts at most 65,535 parameters. */
const MAX_IDS = 10_000;

/** A running count was neither ended nor replaced by another. */
const isRunning = (websiteId: string, { generation }: Count) =>
  and(eq(websites.id, websiteId), eq(websites.countGeneration, generation), eq(websites.countState, 'running'));

export async function isCountRunning({ db }: WebsiteStore, websiteId: string, count: Count): Promise<boolean> {
  const found = await db.select({ id: websites.id }).from(websites).where(isRunning(websiteId, count));
  return found.length > 0;
}

/** Returns false when the count is no longer running. */
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
