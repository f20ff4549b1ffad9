import { and, eq, gt, lt } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { deliveries, notices } from '../postgres/schema.js';
import type { Topic } from './schedule.js';

export type NoticeKind = (typeof notices.$inferSelect)['kind'];

/** A notice that is about to be stored. */
export interface NewNotice {
  readonly websiteId: string;
  readonly topic: Topic;
  readonly kind: NoticeKind;
  readonly occasion: string;
  readonly content: unknown;
}

/**
 * Stores a notice and its deliveries, in one transaction with the caller's other changes. Does nothing for an occasion
 * that has a notice already. Returns whether it was stored.
 *
 * @param now epoch milliseconds
 */
export async function addNotice(
  tx: Database,
  notice: NewNotice,
  emails: readonly string[],
  now: number,
): Promise<boolean> {
  const at = new Date(now);
  const [stored] = await tx
    .insert(notices)
    .values({ ...notice, createdAt: at })
    .onConflictDoNothing()
    .returning({ id: notices.id });
  if (stored === undefined) return false;
  const waiting = emails.map((email) => ({ noticeId: stored.id, email, dueAt: at, createdAt: at }));
  if (waiting.length > 0) await tx.insert(deliveries).values(waiting);
  return true;
}

/** Returns whether a website had a notice of this kind after an instant. */
export async function hadNoticeSince(
  db: Database,
  websiteId: string,
  kind: NoticeKind,
  since: number,
): Promise<boolean> {
  const found = await db
    .select({ id: notices.id })
    .from(notices)
    .where(and(eq(notices.websiteId, websiteId), eq(notices.kind, kind), gt(notices.createdAt, new Date(since))))
    .limit(1);
  return found.length > 0;
}

/** Removes the notices from before an instant, with their deliveries. */
export async function forgetNotices(db: Database, before: number): Promise<void> {
  await db.delete(notices).where(lt(notices.createdAt, new Date(before)));
}
