import { count, eq } from 'drizzle-orm';
import { PLAN_NAME, type Plan } from '../accounts/plan.js';
import { AppError } from '../lib/errors.js';
import { t } from '../lib/language/translate.js';
import type { Database } from '../postgres/postgres.js';
import { accounts, websites } from '../postgres/schema.js';
import type { NewWebsite } from './settings.js';
import { newTrackingKey, type Website, type WebsiteStore } from './website.js';

/**
 * `now` is epoch milliseconds.
 *
 * @throws AppError `forbidden` when the plan's allowance of websites is used up.
 */
export async function createWebsite(
  { db, refresh }: WebsiteStore,
  accountId: string,
  settings: NewWebsite,
  plan: Plan,
  now: number,
): Promise<Website> {
  const createdAt = new Date(now);
  const website = await db.transaction(async (tx) => {
    await requireAllowance(tx, accountId, plan);
    const [row] = await tx
      .insert(websites)
      .values({ ...settings, accountId, trackingKey: newTrackingKey(), createdAt, updatedAt: createdAt })
      .returning();
    return row!;
  });
  await refresh(website.id);
  return website;
}

/** The row lock keeps parallel requests from exceeding the allowance. */
async function requireAllowance(tx: Database, accountId: string, plan: Plan): Promise<void> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update');
  const [used] = await tx.select({ websites: count() }).from(websites).where(eq(websites.accountId, accountId));
  requireRoom(used!.websites, plan);
}

/** Throws AppError `forbidden` when the account has `used` up its allowance. */
export function requireRoom(used: number, plan: Plan): void {
  if (used >= plan.websites) {
    const limit = { plan: PLAN_NAME, count: plan.websites };
    throw new AppError('forbidden', [t('Website limit reached: the plan {plan} allows {count}', limit)]);
  }
}
