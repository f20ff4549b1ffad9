import { and, isNull, lte } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { deletedWebsites } from '../postgres/schema.js';

/** Counts the websites that were deleted before an instant and may still have events in ClickHouse. */
export const countNotErased = (db: Database, before: Date): Promise<number> =>
  db.$count(deletedWebsites, and(isNull(deletedWebsites.erasedAt), lte(deletedWebsites.deletedAt, before)));
