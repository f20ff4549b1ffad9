import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { plainText } from '../plain-text.js';
import type { Database } from '../postgres/postgres.js';
import { accounts } from '../postgres/schema.js';
import { valid } from '../valid.js';

/** The empty text stands for no name. */
const nameShape = plainText(0, 100).transform((name) => name || null);

const profileShape = z.object({ firstName: nameShape, lastName: nameShape });

/** What a person may say of themselves. */
export type Profile = z.input<typeof profileShape>;

/** Changes the account's names. Throws Fault `invalid` that names every wrong field. */
export async function changeProfile(db: Database, accountId: string, profile: Profile): Promise<void> {
  await db.update(accounts).set(valid(profileShape, profile)).where(eq(accounts.id, accountId));
}
