import { and, eq, exists, gt, lt, or, type SQL } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { deliveries, notices, webhooks, websites } from '../postgres/schema.js';
import { findRecipients } from './recipients.js';
import type { Topic } from './topics.js';
import { takesNotices } from './webhooks/webhooks.js';

export type NoticeKind = (typeof notices.$inferSelect)['kind'];

const SWITCHES = {
  'weekly-summary': websites.emailWeeklySummary,
  'traffic-alert': websites.emailTrafficSpike,
} as const satisfies Record<Topic, unknown>;

/** Matches `websites` with this notice enabled, or with a webhook for it. */
export function wantsNotices(db: Database, topic: Topic): SQL | undefined {
  const hooks = db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.websiteId, websites.id), takesNotices(topic)));
  return or(eq(SWITCHES[topic], true), exists(hooks));
}

export interface NewNotice {
  readonly websiteId: string;
  readonly topic: Topic;
  readonly kind: NoticeKind;
  readonly occasion: string;
  readonly content: unknown;
}

export interface Destinations {
  readonly emails: readonly string[];
  readonly webhookIds: readonly string[];
}

/**
 * The current destinations of a notice.
 *
 * @param delivers whether there is a mail server
 */
export async function findDestinations(
  db: Database,
  websiteId: string,
  topic: Topic,
  delivers: boolean,
): Promise<Destinations> {
  const hooks = await db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.websiteId, websiteId), takesNotices(topic)));
  return {
    emails: delivers ? await findRecipients(db, websiteId, topic) : [],
    webhookIds: hooks.map(({ id }) => id),
  };
}

/**
 * Stores a notice and its deliveries, in one transaction with the caller's other changes. Returns false, without a
 * change, if the occasion already has a notice.
 *
 * @param now epoch milliseconds
 */
export async function addNotice(
  tx: Database,
  notice: NewNotice,
  { emails, webhookIds }: Destinations,
  now: number,
): Promise<boolean> {
  const at = new Date(now);
  const [stored] = await tx
    .insert(notices)
    .values({ ...notice, createdAt: at })
    .onConflictDoNothing()
    .returning({ id: notices.id });
  if (stored === undefined) return false;
  const common = { noticeId: stored.id, dueAt: at, createdAt: at };
  const waiting = [
    ...emails.map((email) => ({ ...common, email })),
    ...webhookIds.map((webhookId) => ({ ...common, webhookId })),
  ];
  if (waiting.length > 0) await tx.insert(deliveries).values(waiting);
  return true;
}

export async function hasNotice(
  db: Database,
  { websiteId, topic, occasion }: Pick<NewNotice, 'websiteId' | 'topic' | 'occasion'>,
): Promise<boolean> {
  const isOne = and(eq(notices.websiteId, websiteId), eq(notices.topic, topic), eq(notices.occasion, occasion));
  return (await db.$count(notices, isOne)) > 0;
}

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

/** Includes their deliveries. */
export async function forgetNotices(db: Database, before: number): Promise<void> {
  await db.delete(notices).where(lt(notices.createdAt, new Date(before)));
}
