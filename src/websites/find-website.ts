import { asc, eq } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { websites } from '../postgres/schema.js';
import { toWebsite, type Website } from './website.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The website of that id, whoever owns it. Any text may be asked for: what is no UUID is nobody's. */
export async function findWebsite(db: Database, id: string): Promise<Website | undefined> {
  if (!UUID.test(id)) return undefined;
  const [row] = await db.select().from(websites).where(eq(websites.id, id));
  return row && toWebsite(row);
}

/** Finds the oldest `limit` websites of a domain in the spelling in which it is stored, whoever owns them. */
export async function findWebsitesOf(db: Database, domain: string, limit: number): Promise<readonly Website[]> {
  const rows = await db
    .select()
    .from(websites)
    .where(eq(websites.domain, domain))
    .orderBy(asc(websites.createdAt), asc(websites.id))
    .limit(limit);
  return rows.map(toWebsite);
}
