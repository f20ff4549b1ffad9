import { eq } from 'drizzle-orm';
import { websiteNotFound } from '../lib/errors.js';
import type { Database } from '../postgres/postgres.js';
import { websites } from '../postgres/schema.js';

/**
 * Locks the website's row until the transaction ends, so that parallel requests cannot exceed a maximum.
 *
 * @throws AppError `not_found` for a website that is gone
 */
export async function lockWebsite(tx: Database, websiteId: string): Promise<void> {
  const locked = await tx.select({ id: websites.id }).from(websites).where(eq(websites.id, websiteId)).for('update');
  if (locked.length === 0) throw websiteNotFound();
}
