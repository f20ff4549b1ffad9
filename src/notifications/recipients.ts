import { and, asc, eq, isNotNull, lte, ne } from 'drizzle-orm';
import { AppError } from '../lib/errors.js';
import type { Language } from '../lib/language/language.js';
import { t } from '../lib/language/translate.js';
import type { Database } from '../postgres/postgres.js';
import { accounts, emailRecipients, unsubscribedEmails, websites } from '../postgres/schema.js';
import { lockWebsite } from '../websites/lock-website.js';
import { emailLanguage } from './email-language.js';
import { TOPICS, type Topic } from './topics.js';

/** Empty while the topic is switched off. */
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

/** Unsubscriptions by address. */
async function findUnsubscribed(db: Database, websiteId: string): Promise<ReadonlyMap<string, readonly Topic[]>> {
  const rows = await db.select().from(unsubscribedEmails).where(eq(unsubscribedEmails.websiteId, websiteId));
  const found = new Map<string, Topic[]>();
  for (const { email, topic } of rows) found.set(email, [...(found.get(email) ?? []), topic]);
  return found;
}

/** A confirmed or invited recipient of a website's emails. */
export interface Recipient {
  readonly email: string;
  readonly isOwner: boolean;
  readonly isConfirmed: boolean;
  readonly unsubscribed: readonly Topic[];
}

/** The owner first, then added addresses, oldest first. */
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

/** Besides the owner's address. */
export const MAX_RECIPIENTS = 10;

/**
 * Adds an address, which then has to confirm. Adding it again keeps its confirmation.
 *
 * @throws AppError `conflict` when the website has {@link MAX_RECIPIENTS} others, `not_found` when it was deleted
 *   meanwhile.
 */
export async function addRecipient(db: Database, websiteId: string, email: string, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    // The lock keeps parallel requests from exceeding the maximum.
    await lockWebsite(tx, websiteId);
    const isOther = and(eq(emailRecipients.websiteId, websiteId), ne(emailRecipients.email, email));
    if ((await tx.$count(emailRecipients, isOther)) >= MAX_RECIPIENTS) {
      throw new AppError('conflict', [
        t('A website has at most {count} more recipients: remove one first', { count: MAX_RECIPIENTS }),
      ]);
    }
    await tx
      .insert(emailRecipients)
      .values({ websiteId, email, createdAt: new Date(now) })
      .onConflictDoNothing();
  });
}

export async function removeRecipient(db: Database, websiteId: string, email: string): Promise<void> {
  await db.delete(emailRecipients).where(isAddressedTo(emailRecipients, { websiteId, email }));
}

/** Asks an address whether it wants the emails about a website. */
export interface Invitation {
  readonly websiteId: string;
  readonly email: string;
  readonly sentAt: number;
}

/** `ended`: the address unsubscribed after the invitation. */
export type InvitationState = 'open' | 'accepted' | 'ended';

/** Undefined when the address was removed since, or the website was deleted. */
export async function readInvitation(db: Database, invitation: Invitation): Promise<InvitationState | undefined> {
  const [row] = await db
    .select({ confirmedAt: emailRecipients.confirmedAt })
    .from(emailRecipients)
    .where(isAddressedTo(emailRecipients, invitation));
  if (row === undefined) return undefined;
  const ended = await db.select().from(unsubscribedEmails).where(isAddressedTo(unsubscribedEmails, invitation));
  if (row.confirmedAt === null || ended.some(({ createdAt }) => createdAt.getTime() <= invitation.sentAt))
    return 'open';
  return ended.length < TOPICS.length ? 'accepted' : 'ended';
}

/**
 * Returns the resulting state. It revokes unsubscriptions from before the invitation, but not later ones: the
 * invitation stays in the mailbox.
 */
export async function acceptInvitation(
  db: Database,
  invitation: Invitation,
  now: number,
): Promise<InvitationState | undefined> {
  return db.transaction(async (tx) => {
    if ((await readInvitation(tx, invitation)) === 'open') {
      await tx
        .update(emailRecipients)
        .set({ confirmedAt: new Date(now) })
        .where(isAddressedTo(emailRecipients, invitation));
      await tx
        .delete(unsubscribedEmails)
        .where(
          and(
            isAddressedTo(unsubscribedEmails, invitation),
            lte(unsubscribedEmails.createdAt, new Date(invitation.sentAt)),
          ),
        );
    }
    return readInvitation(tx, invitation);
  });
}

const isAddressedTo = (
  table: typeof emailRecipients | typeof unsubscribedEmails,
  { websiteId, email }: Pick<Invitation, 'websiteId' | 'email'>,
) => and(eq(table.websiteId, websiteId), eq(table.email, email));

export interface Owner {
  readonly email: string;
  /** Of all emails about the website: other recipients need not have an account. */
  readonly language: Language;
}

export async function findOwner(db: Database, websiteId: string): Promise<Owner | undefined> {
  const [owner] = await db
    .select({ email: accounts.email, language: accounts.language })
    .from(websites)
    .innerJoin(accounts, eq(accounts.id, websites.accountId))
    .where(eq(websites.id, websiteId));
  return owner && { email: owner.email, language: emailLanguage(owner.language) };
}

/** Of what is written about a website. */
export const findOwnerLanguage = async (db: Database, websiteId: string): Promise<Language> =>
  emailLanguage((await findOwner(db, websiteId))?.language);

export interface Unsubscription {
  readonly websiteId: string;
  readonly topic: Topic;
  readonly email: string;
}

export const isUnsubscribed = async (db: Database, { websiteId, topic, email }: Unsubscription): Promise<boolean> =>
  (await findUnsubscribed(db, websiteId)).get(email)?.includes(topic) ?? false;

/** Safe to repeat. A deleted website is no error. */
export async function unsubscribe(db: Database, ended: Unsubscription, now: number): Promise<void> {
  const [website] = await db.select({ id: websites.id }).from(websites).where(eq(websites.id, ended.websiteId));
  if (website === undefined) return;
  const createdAt = new Date(now);
  await db
    .insert(unsubscribedEmails)
    .values({ ...ended, createdAt })
    .onConflictDoUpdate({
      target: [unsubscribedEmails.websiteId, unsubscribedEmails.topic, unsubscribedEmails.email],
      set: { createdAt },
    });
}

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
