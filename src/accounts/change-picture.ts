import { eq } from 'drizzle-orm';
import { invalid } from '../errors.js';
import type { Database } from '../postgres/postgres.js';
import { accounts } from '../postgres/schema.js';

/** It stands in the account's row, and in every answer that shows the account. */
export const MAX_PICTURE_BYTES = 64 * 1024;

/**
 * Makes an image file the account's picture, as a `data:` URL.
 *
 * @throws Fault `invalid` when it is no PNG, JPEG or WebP, or larger than 64 KiB.
 */
export async function setPicture(db: Database, accountId: string, file: Uint8Array): Promise<void> {
  if (file.length > MAX_PICTURE_BYTES) throw invalid('picture: must be at most 64 KiB');
  const type = imageType(file);
  if (type === undefined) throw invalid('picture: must be a PNG, JPEG or WebP image');
  await store(db, accountId, `data:${type};base64,${Buffer.from(file).toString('base64')}`);
}

/** By how the file begins. What it calls itself counts for nothing. */
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
