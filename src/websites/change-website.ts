import { eq, sql } from 'drizzle-orm';
import { websiteNotFound } from '../lib/errors.js';
import { websites } from '../postgres/schema.js';
import type { WebsitePatch } from './settings.js';
import { newTrackingKey, toWebsite, type Website, type WebsiteStore } from './website.js';

/** A patch that can also replace the tracking key. */
type Change = WebsitePatch & { readonly trackingKey?: string };

/** Refreshes the cache too. Throws AppError `not_found` when the website was deleted meanwhile. */
export async function changeWebsite(
  { db, refresh }: WebsiteStore,
  { id }: Website,
  change: Change,
  now: number,
): Promise<Website> {
  const [row] = await db
    .update(websites)
    .set({ ...change, ...countIn(change.timezone), updatedAt: new Date(now) })
    .where(eq(websites.id, id))
    .returning();
  await refresh(id);
  if (row === undefined) throw websiteNotFound();
  return toWebsite(row);
}

/** A new time zone ends the daily visitor counts, because their days begin at other instants. */
const countIn = (timezone: string | undefined) =>
  timezone === undefined
    ? {}
    : {
        countState: sql<
          Website['countState']
        >`case when ${websites.timezone} = ${timezone} then ${websites.countState} else 'over' end`,
      };

/** `now` is epoch milliseconds. Throws AppError `not_found` when the website was deleted. */
export const updateWebsite = (store: WebsiteStore, website: Website, patch: WebsitePatch, now: number) =>
  changeWebsite(store, website, patch, now);

/** The old key stops working. Throws AppError `not_found` when the website was deleted. */
export const regenerateTrackingKey = (store: WebsiteStore, website: Website, now: number): Promise<Website> =>
  changeWebsite(store, website, { trackingKey: newTrackingKey() }, now);
