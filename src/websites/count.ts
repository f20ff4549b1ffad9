import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Count } from '../daily-visitors/dimensions.js';
import { websites } from '../postgres/schema.js';
import { toWebsite, type Website, type WebsiteStore } from './website.js';

const countOf = ({ countGeneration: generation, timezone: zone }: Website): Count => ({ generation, zone });

/** The count that a website's new events are added to; undefined while there is none. */
export const openCount = (website: Website): Count | undefined =>
  website.countState === 'over' ? undefined : countOf(website);

/** The count that has all stored events of a website; undefined while none has. */
export const completeCount = (website: Website): Count | undefined =>
  website.countState === 'complete' ? countOf(website) : undefined;

/** Ends the counts of websites, before stored events change or come that the counts take no notice of. Can be repeated. */
export async function endCounts({ db, refresh }: WebsiteStore, websiteIds: readonly string[]): Promise<void> {
  await db
    .update(websites)
    .set({ countState: 'over' })
    .where(inArray(websites.id, [...websiteIds]));
  await Promise.all(websiteIds.map(refresh));
}

/**
 * Begins another count, which new events are added to from now on; undefined when the website is gone.
 *
 * @param last the latest one that ClickHouse knows of
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
  return row && countOf(toWebsite(row));
}

/**
 * Ends the counts of websites that ClickHouse has a later one of: PostgreSQL was put back without it.
 *
 * @param last the latest count of each website that ClickHouse knows of
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

/** The condition for a count that is being made, unless it was ended or another one was begun. */
const isRunning = (websiteId: string, { generation }: Count) =>
  and(eq(websites.id, websiteId), eq(websites.countGeneration, generation), eq(websites.countState, 'running'));

/** Whether a count is still being made: it was not ended, and no other was begun. */
export async function isCountRunning({ db }: WebsiteStore, websiteId: string, count: Count): Promise<boolean> {
  const found = await db.select({ id: websites.id }).from(websites).where(isRunning(websiteId, count));
  return found.length > 0;
}

/** Notes that a count has all stored events, if it is still being made: returns whether it was. */
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
