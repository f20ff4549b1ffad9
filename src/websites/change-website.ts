import { eq, sql } from 'drizzle-orm';
import { websiteNotFound } from '../lib/errors.js';
import { websites } from '../postgres/schema.js';
import type { WebsitePatch } from './settings.js';
import { newTrackingKey, toWebsite, type Website, type WebsiteStore } from './website.js';

/** Like a patch; who may set a tracking key is the verbs' business. */
type Change = WebsitePatch & { readonly trackingKey?: string };

/** Writes `change` and makes it known. Throws AppError `not_found` when the website was deleted meanwhile. */
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

/** Days of another time zone are counted anew. */
const countIn = (timezone: string | undefined) =>
  timezone === undefined
    ? {}
    : {
        countState: sql<
          Website['countState']
        >`case when ${websites.timezone} = ${timezone} then ${websites.countState} else 'over' end`,
      };

/** Changes the settings that `patch` has, at `now` in epoch milliseconds. Throws AppError `not_found` when it is gone. */
export const updateWebsite = (store: WebsiteStore, website: Website, patch: WebsitePatch, now: number) =>
  changeWebsite(store, website, patch, now);

/** Gives the website a new tracking key; the old one is dead when this returns. Throws AppError `not_found` when it is gone. */
export const regenerateTrackingKey = (store: WebsiteStore, website: Website, now: number): Promise<Website> =>
  changeWebsite(store, website, { trackingKey: newTrackingKey() }, now);
