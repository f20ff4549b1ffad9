import { eq } from 'drizzle-orm';
import { websiteNotFound } from '../errors.js';
import { deletedWebsites, websites } from '../postgres/schema.js';
import type { WebsiteStore } from './store.js';
import type { Website } from './website.js';

/**
 * Deletes the website and leaves its tombstone, which stands for good.
 *
 * @throws Fault `not_found` when another request was first.
 */
export async function deleteWebsite({ db, refresh }: WebsiteStore, { id }: Website, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    const deleted = await tx.delete(websites).where(eq(websites.id, id)).returning({ id: websites.id });
    if (deleted.length === 0) throw websiteNotFound();
    await tx.insert(deletedWebsites).values({ id, deletedAt: new Date(now) });
  });
  await refresh(id);
}
