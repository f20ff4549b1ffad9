import { and, asc, desc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { CLAIM_MS } from '../jobs/website-jobs.js';
import type { Language } from '../lib/language/language.js';
import { GIVE_UP_AFTER_MS, retryDelay } from '../lib/retry.js';
import type { Database } from '../postgres/postgres.js';
import { accounts, deliveries, notices, websites } from '../postgres/schema.js';
import { emailLanguage } from './email-language.js';

export type Delivery = typeof deliveries.$inferSelect;
export type Notice = typeof notices.$inferSelect;

/** Alerts first, then the longest due. Other processes skip claimed ones. */
export async function claimDeliveries(db: Database, now: number, limit: number): Promise<readonly Delivery[]> {
  const at = new Date(now);
  const due = db.$with('due').as(
    db
      .select({ id: deliveries.id })
      .from(deliveries)
      .innerJoin(notices, eq(notices.id, deliveries.noticeId))
      .where(
        and(
          eq(deliveries.state, 'waiting'),
          lte(deliveries.dueAt, at),
          or(isNull(deliveries.claimedUntil), lte(deliveries.claimedUntil, at)),
        ),
      )
      .orderBy(desc(eq(notices.topic, 'traffic-alert')), asc(deliveries.dueAt), asc(deliveries.id))
      .limit(limit)
      .for('update', { of: deliveries, skipLocked: true }),
  );
  return db
    .with(due)
    .update(deliveries)
    .set({ claimedUntil: new Date(now + CLAIM_MS), attempts: sql`${deliveries.attempts} + 1` })
    .where(sql`${deliveries.id} in (select ${due.id} from ${due})`)
    .returning();
}

export interface NoticeInLanguage extends Notice {
  /** Of the website's owner. */
  readonly language: Language;
}

export async function findNotice(db: Database, id: string): Promise<NoticeInLanguage | undefined> {
  const [found] = await db
    .select({ notice: notices, language: accounts.language })
    .from(notices)
    .innerJoin(websites, eq(websites.id, notices.websiteId))
    .innerJoin(accounts, eq(accounts.id, websites.accountId))
    .where(eq(notices.id, id));
  return found && { ...found.notice, language: emailLanguage(found.language) };
}

/** Marks a delivery as done. If its webhook was disabled in between, it stays given up, unless it was sent. */
export async function endDelivery(
  db: Database,
  { id }: Delivery,
  state: 'sent' | 'dropped',
  now: number,
): Promise<void> {
  await db
    .update(deliveries)
    .set({ state, endedAt: new Date(now), claimedUntil: null, failure: null })
    .where(and(eq(deliveries.id, id), state === 'dropped' ? eq(deliveries.state, 'waiting') : undefined));
}

/** The next attempt follows a growing pause; after a day there is none. Returns whether the delivery was given up. */
export async function failDelivery(db: Database, delivery: Delivery, failure: string, now: number): Promise<boolean> {
  const dueAt = now + retryDelay(delivery.attempts);
  const isOver = dueAt >= delivery.createdAt.getTime() + GIVE_UP_AFTER_MS;
  await db
    .update(deliveries)
    .set({
      failure,
      claimedUntil: null,
      dueAt: new Date(dueAt),
      ...(isOver && { state: 'given-up' as const, endedAt: new Date(now) }),
    })
    .where(eq(deliveries.id, delivery.id));
  return isOver;
}
