import { randomBytes } from 'node:crypto';
import { and, asc, count, eq } from 'drizzle-orm';
import { z } from 'zod';
import { hash, passwordShape, verify } from '../accounts/passwords.js';
import { AppError, websiteNotFound } from '../lib/errors.js';
import { plainText } from '../lib/text.js';
import type { Database } from '../postgres/postgres.js';
import { sharedLinks, websites } from '../postgres/schema.js';

/** A secret link that shows a website's figures to anyone who has it. */
export interface SharedLink {
  /** The secret itself: 192 random bits, base64url. */
  readonly token: string;
  readonly websiteId: string;
  readonly name: string;
  /** Null when the link alone is enough. It never changes: another password needs another link. */
  readonly passwordHash: string | null;
  readonly createdAt: Date;
}

export const MAX_SHARED_LINKS = 100;

const TOKEN_BYTES = 24;
const TOKEN = /^[\w-]{32}$/;

export const newSharedLink = z.strictObject({ name: plainText(1, 100), password: passwordShape.optional() });

export type NewSharedLink = z.output<typeof newSharedLink>;

/**
 * Adds a link to a website, at `now` in epoch milliseconds.
 *
 * @throws AppError `conflict` when it has {@link MAX_SHARED_LINKS} already, `not_found` when it was deleted meanwhile.
 */
export async function createSharedLink(
  db: Database,
  websiteId: string,
  { name, password }: NewSharedLink,
  now: number,
): Promise<SharedLink> {
  const passwordHash = password === undefined ? null : await hash(password);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return db.transaction(async (tx) => {
    await requireRoom(tx, websiteId);
    const [row] = await tx
      .insert(sharedLinks)
      .values({ token, websiteId, name, passwordHash, createdAt: new Date(now) })
      .returning();
    return row!;
  });
}

/** Locks the website's row, so that two parallel requests cannot both use the last place. */
async function requireRoom(tx: Database, websiteId: string): Promise<void> {
  const locked = await tx.select({ id: websites.id }).from(websites).where(eq(websites.id, websiteId)).for('update');
  if (locked.length === 0) throw websiteNotFound();
  const [there] = await tx.select({ links: count() }).from(sharedLinks).where(eq(sharedLinks.websiteId, websiteId));
  if (there!.links >= MAX_SHARED_LINKS) {
    throw new AppError('conflict', [`A website has at most ${MAX_SHARED_LINKS} shared links: revoke one first`]);
  }
}

/** Lists a website's links, the oldest first. */
export async function listSharedLinks(db: Database, websiteId: string): Promise<readonly SharedLink[]> {
  return db
    .select()
    .from(sharedLinks)
    .where(eq(sharedLinks.websiteId, websiteId))
    .orderBy(asc(sharedLinks.createdAt), asc(sharedLinks.token));
}

/** Finds the link of that token. Accepts any text: a text that is no token finds nothing. */
export async function findSharedLink(db: Database, token: string): Promise<SharedLink | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const [row] = await db.select().from(sharedLinks).where(eq(sharedLinks.token, token));
  return row;
}

/** Returns whether a password opens the link. A link without a password accepts any text, the empty one too. */
export async function opensSharedLink({ passwordHash }: SharedLink, password: string): Promise<boolean> {
  if (passwordHash === null) return true;
  return passwordShape.safeParse(password).success && verify(passwordHash, password);
}

/** Revokes a link of this website at once. Returns whether it existed. */
export async function revokeSharedLink(db: Database, websiteId: string, token: string): Promise<boolean> {
  if (!TOKEN.test(token)) return false;
  const revoked = await db
    .delete(sharedLinks)
    .where(and(eq(sharedLinks.websiteId, websiteId), eq(sharedLinks.token, token)))
    .returning({ token: sharedLinks.token });
  return revoked.length > 0;
}
