import { and, asc, eq, isNotNull, ne } from 'drizzle-orm';
import { AppError, websiteNotFound } from '../lib/errors.js';
import type { Database } from '../postgres/postgres.js';
import { accounts, emailRecipients, unsubscribedEmails, websites } from '../postgres/schema.js';
import type { Topic } from './schedule.js';

/** Returns the addresses that get the emails of a topic about a website: none while its switch is off. */
export async function findRecipients(db: Database, websiteId: string, topic: Topic): Promise<readonly string[]> {
  const [owner] = await db
    .select({ email: accounts.email, weekly: websites.emailWeeklySummary, alerts: websites.emailTrafficSpike })
    .from(websites)
    .innerJoin(accounts, eq(accounts.id, websites.accountId))
    .where(eq(websites.id, websiteId));
  if (owner === undefined || !(topic === 'weekly-summary' ? owner.weekly : owner.alerts)) return [];
  const added = await db
    .select({ email: emailRecipients.email })
    .from(emailRecipients)
    .where(and(eq(emailRecipients.websiteId, websiteId), isNotNull(emailRecipients.confirmedAt)))
    .orderBy(asc(emailRecipients.createdAt), asc(emailRecipients.email));
  const without = await findUnsubscribed(db, websiteId);
  const emails = new Set([owner.email, ...added.map(({ email }) => email)]);
  return [...emails].filter((email) => !without.get(email)?.includes(topic));
}

/** Returns what each address has ended of a website's emails. */
async function findUnsubscribed(db: Database, websiteId: string): Promise<ReadonlyMap<string, readonly Topic[]>> {
  const rows = await db.select().from(unsubscribedEmails).where(eq(unsubscribedEmails.websiteId, websiteId));
  const found = new Map<string, Topic[]>();
  for (const { email, topic } of rows) found.set(email, [...(found.get(email) ?? []), topic]);
  return found;
}

/** A person who gets, or is to get, the emails about a website. */
export interface Recipient {
  readonly email: string;
  readonly isOwner: boolean;
  readonly isConfirmed: boolean;
  readonly unsubscribed: readonly Topic[];
}

/** Lists the owner and the addresses that were added to a website, the oldest first. */
export async function listRecipients(db: Database, websiteId: string): Promise<readonly Recipient[]> {
  const owners = await db
    .select({ email: accounts.email })
    .from(websites)
    .innerJoin(accounts, eq(accounts.id, websites.accountId))
    .where(eq(websites.id, websiteId));
  const added = await db
    .select()
    .from(emailRecipients)
    .where(eq(emailRecipients.websiteId, websiteId))
    .orderBy(asc(emailRecipients.createdAt), asc(emailRecipients.email));
  const unsubscribed = await findUnsubscribed(db, websiteId);
  return [
    ...owners.map(({ email }) => ({ email, isOwner: true, isConfirmed: true })),
    ...added.map(({ email, confirmedAt }) => ({ email, isOwner: false, isConfirmed: confirmedAt !== null })),
  ].map((recipient) => ({ ...recipient, unsubscribed: unsubscribed.get(recipient.email) ?? [] }));
}

/** Addresses that a website can have beside its owner's. */
export const MAX_RECIPIENTS = 10;

/**
 * Adds an address to a website, which then has to confirm it. Adding it once more keeps what it has confirmed.
 *
 * @throws AppError `conflict` when the website has {@link MAX_RECIPIENTS} others, `not_found` when it was deleted meanwhile.
 */
export async function addRecipient(db: Database, websiteId: string, email: string, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    // Locked, so that two parallel requests cannot both use the last place.
    const locked = await tx.select({ id: websites.id }).from(websites).where(eq(websites.id, websiteId)).for('update');
    if (locked.length === 0) throw websiteNotFound();
    const isOther = and(eq(emailRecipients.websiteId, websiteId), ne(emailRecipients.email, email));
    if ((await tx.$count(emailRecipients, isOther)) >= MAX_RECIPIENTS) {
      throw new AppError('conflict', [`A website has at most ${MAX_RECIPIENTS} more recipients: remove one first`]);
    }
    await tx
      .insert(emailRecipients)
      .values({ websiteId, email, createdAt: new Date(now) })
      .onConflictDoNothing();
  });
}

/** Removes an address from a website: it gets no further email. */
export async function removeRecipient(db: Database, websiteId: string, email: string): Promise<void> {
  await db
    .delete(emailRecipients)
    .where(and(eq(emailRecipients.websiteId, websiteId), eq(emailRecipients.email, email)));
}

/** Confirms an address that was added to a website. Returns false when it was removed since, or the website was deleted. */
export async function confirmRecipient(
  db: Database,
  { websiteId, email }: Pick<Unsubscription, 'websiteId' | 'email'>,
  now: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const confirmed = await tx
      .update(emailRecipients)
      .set({ confirmedAt: new Date(now) })
      .where(and(eq(emailRecipients.websiteId, websiteId), eq(emailRecipients.email, email)))
      .returning({ email: emailRecipients.email });
    // A confirmation is a wish for these emails: what the address has ended before begins again.
    if (confirmed.length > 0) {
      await tx
        .delete(unsubscribedEmails)
        .where(and(eq(unsubscribedEmails.websiteId, websiteId), eq(unsubscribedEmails.email, email)));
    }
    return confirmed.length > 0;
  });
}

/** Returns the email address of a website's owner. */
export async function findOwnerEmail(db: Database, websiteId: string): Promise<string | undefined> {
  const [owner] = await db
    .select({ email: accounts.email })
    .from(websites)
    .innerJoin(accounts, eq(accounts.id, websites.accountId))
    .where(eq(websites.id, websiteId));
  return owner?.email;
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
