import { eq, sql } from 'drizzle-orm';
import { websiteNotFound } from '../errors.js';
import { websites } from '../postgres/schema.js';
import type { WebsitePatch } from './settings.js';
import type { WebsiteStore } from './store.js';
import { toWebsite, type Website } from './website.js';

/** Like a patch; who may set a tracking key is the verbs' business. */
type Change = WebsitePatch & { readonly trackingKey?: string };

/** Writes `change` and makes it known. Throws Fault `not_found` when the website was deleted meanwhile. */
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
