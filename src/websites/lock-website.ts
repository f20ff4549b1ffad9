import { eq } from 'drizzle-orm';
import { websiteNotFound } from '../lib/errors.js';
import type { Database } from '../postgres/postgres.js';
import { websites } from '../postgres/schema.js';

/**
 * Locks the website's row until the transaction ends, so that parallel requests cannot exceed a maximum.
 *
 * @throws AppError `not_found` for a website that is gone
 */
export const lockWebsite = (tx: Database, websiteId: string): Promise<void> => lock(tx, websiteId, 'update');

/**
 * Keeps a website from being deleted until the transaction ends. Its settings may be changed meanwhile.
 *
 * @throws AppError `not_found` for a website that is gone
 */
export const keepWebsite = (tx: Database, websiteId: string): Promise<void> => lock(tx, websiteId, 'key share');

async function lock(tx: Database, websiteId: string, strength: 'update' | 'key share'): Promise<void> {
  const locked = await tx.select({ id: websites.id }).from(websites).where(eq(websites.id, websiteId)).for(strength);
  if (locked.length === 0) throw websiteNotFound();
}
