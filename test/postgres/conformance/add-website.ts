import type { Database } from '../../../src/postgres/postgres.js';
import { accounts, websites } from '../../../src/postgres/schema.js';

export const CREATED_AT = new Date('2026-03-29T01:02:03.456Z');

/** Adds a website of an account of its own, and returns its id. */
export async function addWebsite(db: Database): Promise<string> {
  const [account] = await db
    .insert(accounts)
    .values({ email: `${crypto.randomUUID()}@example.com`, createdAt: CREATED_AT })
    .returning();
  const [website] = await db
    .insert(websites)
    .values({
      accountId: account!.id,
      name: 'Shop',
      domain: 'example.com',
      timezone: 'UTC',
      trackingKey: crypto.randomUUID(),
      createdAt: CREATED_AT,
      updatedAt: CREATED_AT,
    })
    .returning();
  return website!.id;
}
