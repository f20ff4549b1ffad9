import { randomBytes } from 'node:crypto';
import { and, asc, eq, lte } from 'drizzle-orm';
import { z } from 'zod';
import { hash, passwordShape, verify } from '../accounts/passwords.js';
import { AppError } from '../lib/errors.js';
import { t } from '../lib/language/translate.js';
import { plainText } from '../lib/text.js';
import type { Database } from '../postgres/postgres.js';
import { sharedLinks } from '../postgres/schema.js';
import { lockWebsite } from './lock-website.js';

/** Shows a website's figures to anyone who has the link. */
export interface SharedLink {
  /** 192 random bits, base64url. */
  readonly token: string;
  readonly websiteId: string;
  readonly name: string;
  /** Null for a link without a password. It never changes: a new password needs a new link. */
  readonly passwordHash: string | null;
  readonly createdAt: Date;
  /** Null for a link that never expires. */
  readonly expiresAt: Date | null;
  /** The view that it opens with, as parameters of its address: `range=7d`. */
  readonly view: string;
  /** Null for a link to the whole dashboard. */
  readonly oneView: OneView | null;
}

/** What keeps the readers of a link to its view. They cannot choose a goal or filter either. */
export interface OneView {
  /** As in the API, with stored values; an empty list without a filter. */
  readonly filters: unknown;
  /** Those that the filters and the view name, as they were. */
  readonly goals: readonly LinkGoal[];
  /** Whether they see only the dates of the view. */
  readonly keepsDates: boolean;
  /** Names of the panels that they see. */
  readonly panels: readonly string[];
}

export interface LinkGoal {
  readonly id: string;
  readonly name: string;
  /** As in the API. */
  readonly match: unknown;
}

export const MAX_SHARED_LINKS = 100;

const TOKEN_BYTES = 24;
const TOKEN = /^[\w-]{32}$/;

export const newSharedLink = z.strictObject({ name: plainText(1, 100), password: passwordShape.optional() });

export interface NewSharedLink extends z.output<typeof newSharedLink> {
  readonly expiresAt?: Date | null;
  readonly view?: string;
  readonly oneView?: OneView | null;
}

/**
 * `now` is epoch milliseconds.
 *
 * @throws AppError `conflict` when it has {@link MAX_SHARED_LINKS} that have not expired, `not_found` when it was deleted meanwhile.
 */
export async function createSharedLink(
  db: Database,
  websiteId: string,
  { name, password, expiresAt = null, view = '', oneView = null }: NewSharedLink,
  now: number,
): Promise<SharedLink> {
  const passwordHash = password === undefined ? null : await hash(password);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return db.transaction(async (tx) => {
    await requireRoom(tx, websiteId, now);
    const [row] = await tx
      .insert(sharedLinks)
      .values({ token, websiteId, name, passwordHash, createdAt: new Date(now), expiresAt, view, oneView })
      .returning();
    return toLink(row!);
  });
}

/** Expired links give way. The row lock keeps parallel requests from exceeding the maximum. */
async function requireRoom(tx: Database, websiteId: string, now: number): Promise<void> {
  await lockWebsite(tx, websiteId);
  const ofWebsite = eq(sharedLinks.websiteId, websiteId);
  if ((await tx.$count(sharedLinks, ofWebsite)) < MAX_SHARED_LINKS) return;
  const removed = await tx
    .delete(sharedLinks)
    .where(and(ofWebsite, lte(sharedLinks.expiresAt, new Date(now))))
    .returning({ token: sharedLinks.token });
  if (removed.length === 0) {
    throw new AppError('conflict', [
      t('A website has at most {max} shared links: revoke one first', { max: MAX_SHARED_LINKS }),
    ]);
  }
}

/** Oldest first. */
export async function listSharedLinks(db: Database, websiteId: string): Promise<readonly SharedLink[]> {
  const rows = await db
    .select()
    .from(sharedLinks)
    .where(eq(sharedLinks.websiteId, websiteId))
    .orderBy(asc(sharedLinks.createdAt), asc(sharedLinks.token));
  return rows.map(toLink);
}

const storedView = z.object({
  filters: z.unknown(),
  goals: z.array(z.object({ id: z.string(), name: z.string(), match: z.unknown() })),
  keepsDates: z.boolean(),
  panels: z.array(z.string()),
});

const toLink = (row: typeof sharedLinks.$inferSelect): SharedLink => ({
  ...row,
  oneView: storedView.nullable().parse(row.oneView),
});

/** Whether it has expired. `now` is epoch milliseconds. */
export const isExpired = ({ expiresAt }: Pick<SharedLink, 'expiresAt'>, now: number): boolean =>
  expiresAt !== null && expiresAt.getTime() <= now;

/** Accepts any text: no link has a malformed token. */
export async function findSharedLink(db: Database, token: string): Promise<SharedLink | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const [row] = await db.select().from(sharedLinks).where(eq(sharedLinks.token, token));
  return row && toLink(row);
}

/** A link without a password accepts any text, including the empty one. */
export async function opensSharedLink({ passwordHash }: SharedLink, password: string): Promise<boolean> {
  if (passwordHash === null) return true;
  return passwordShape.safeParse(password).success && verify(passwordHash, password);
}

/** Takes effect at once. Returns whether the link existed. */
export async function revokeSharedLink(db: Database, websiteId: string, token: string): Promise<boolean> {
  if (!TOKEN.test(token)) return false;
  const revoked = await db
    .delete(sharedLinks)
    .where(and(eq(sharedLinks.websiteId, websiteId), eq(sharedLinks.token, token)))
    .returning({ token: sharedLinks.token });
  return revoked.length > 0;
}
