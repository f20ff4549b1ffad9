import { and, eq } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { accounts, unsubscribedEmails, websites } from '../postgres/schema.js';
import type { Topic } from './schedule.js';

/** Returns the addresses that get the emails of a topic about a website: none while its switch is off. */
export async function findRecipients(db: Database, websiteId: string, topic: Topic): Promise<readonly string[]> {
  const [owner] = await db
    .select({ email: accounts.email, weekly: websites.emailWeeklySummary, alerts: websites.emailTrafficSpike })
    .from(websites)
    .innerJoin(accounts, eq(accounts.id, websites.accountId))
    .where(eq(websites.id, websiteId));
  if (owner === undefined || !(topic === 'weekly-summary' ? owner.weekly : owner.alerts)) return [];
  const ended = await db
    .select({ email: unsubscribedEmails.email })
    .from(unsubscribedEmails)
    .where(and(eq(unsubscribedEmails.websiteId, websiteId), eq(unsubscribedEmails.topic, topic)));
  const without = new Set(ended.map(({ email }) => email));
  return [owner.email].filter((email) => !without.has(email));
}

/** What an address has ended. */
export interface Unsubscription {
  readonly websiteId: string;
  readonly topic: Topic;
  readonly email: string;
}

/** Ends one kind of email about one website for an address. Can be repeated; a deleted website is no error. */
export async function unsubscribe(db: Database, ended: Unsubscription, now: number): Promise<void> {
  const [website] = await db.select({ id: websites.id }).from(websites).where(eq(websites.id, ended.websiteId));
  if (website === undefined) return;
  await db
    .insert(unsubscribedEmails)
    .values({ ...ended, createdAt: new Date(now) })
    .onConflictDoNothing();
}

/** Takes an unsubscription back. */
export async function resubscribe(db: Database, { websiteId, topic, email }: Unsubscription): Promise<void> {
  await db
    .delete(unsubscribedEmails)
    .where(
      and(
        eq(unsubscribedEmails.websiteId, websiteId),
        eq(unsubscribedEmails.topic, topic),
        eq(unsubscribedEmails.email, email),
      ),
    );
}
