import { lt } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { logins, mailedLinks, rateLimits } from '../postgres/schema.js';

/** Removes logins, mailed links and counts of attempts that are over at `now`, in epoch milliseconds. */
export async function forgetExpired(db: Database, now: number): Promise<void> {
  const at = new Date(now);
  await db.delete(logins).where(lt(logins.expiresAt, at));
  await db.delete(mailedLinks).where(lt(mailedLinks.expiresAt, at));
  await db.delete(rateLimits).where(lt(rateLimits.expire, at));
}
