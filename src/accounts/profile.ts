import { and, eq, ne } from 'drizzle-orm';
import { z } from 'zod';
import { invalidField } from '../lib/errors.js';
import type { Language } from '../lib/language/language.js';
import { t } from '../lib/language/translate.js';
import { plainText } from '../lib/text.js';
import { valid } from '../lib/validation.js';
import { type Database, isDuplicate } from '../postgres/postgres.js';
import { accounts, mailedLinks } from '../postgres/schema.js';
import { emailShape } from './create-account.js';
import { type OwnFactors, requireOwnFactors } from './two-factor.js';

/** An empty text means no name. */
const nameShape = plainText(0, 100).transform((name) => name || null);

const profileShape = z.object({ firstName: nameShape, lastName: nameShape });

export type Profile = z.input<typeof profileShape>;

/** Throws AppError `invalid` that names every wrong field. */
export async function changeProfile(db: Database, accountId: string, profile: Profile): Promise<void> {
  await db.update(accounts).set(valid(profileShape, profile)).where(eq(accounts.id, accountId));
}

/** Null for the language of the browser. */
export async function setLanguage(db: Database, accountId: string, language: Language | null): Promise<void> {
  await db.update(accounts).set({ language }).where(eq(accounts.id, accountId));
}

/** The picture is part of the account's row, and of every response with the account. */
export const MAX_PICTURE_BYTES = 64 * 1024;

/**
 * Stores an image file as a `data:` URL.
 *
 * @throws AppError `invalid` when it is no PNG, JPEG or WebP, or larger than 64 KiB.
 */
export async function setPicture(db: Database, accountId: string, file: Uint8Array): Promise<void> {
  if (file.length > MAX_PICTURE_BYTES) throw invalidField('picture', t('must be at most 64 KiB'));
  const type = imageType(file);
  if (type === undefined) throw invalidField('picture', t('must be a PNG, JPEG or WebP image'));
  await store(db, accountId, `data:${type};base64,${Buffer.from(file).toString('base64')}`);
}

/** Detected from the first bytes; the declared type is ignored. */
function imageType(file: Uint8Array): string | undefined {
  const head = Buffer.from(file.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'image/webp' : undefined;
}

export const removePicture = (db: Database, accountId: string): Promise<void> => store(db, accountId, null);

async function store(db: Database, accountId: string, picture: string | null): Promise<void> {
  await db.update(accounts).set({ picture }).where(eq(accounts.id, accountId));
}

/**
 * Returns the new address, unverified, in its stored spelling. Links mailed to the old address no longer work. `now` is
 * epoch milliseconds.
 *
 * @throws AppError `invalid` when the password or the code is wrong, or when the address is invalid or another
 *   account's.
 */
export async function changeEmail(
  db: Database,
  accountId: string,
  { email, ...factors }: OwnFactors & { readonly email: string },
  now: number,
): Promise<string> {
  const newEmail = valid(emailShape, email, 'email');
  await requireOwnFactors(db, accountId, factors, now);
  const change = db.transaction(async (tx) => {
    await tx
      .update(accounts)
      .set({ email: newEmail, emailVerifiedAt: null })
      .where(and(eq(accounts.id, accountId), ne(accounts.email, newEmail)));
    await tx.delete(mailedLinks).where(eq(mailedLinks.accountId, accountId));
  });
  await change.catch((error) => {
    throw isDuplicate(error) ? invalidField('email', t('this email is already in use')) : error;
  });
  return newEmail;
}
