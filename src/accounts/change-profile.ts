import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { Fault } from '../errors.js';
import { plainText } from '../plain-text.js';
import type { Database } from '../postgres/postgres.js';
import { accounts } from '../postgres/schema.js';

/** The empty text stands for no name. */
const nameShape = plainText(0, 100).transform((name) => name || null);

const profileShape = z.object({ firstName: nameShape, lastName: nameShape });

/** What a person may say of themselves. */
export type Profile = z.input<typeof profileShape>;

/** Changes the account's names. Throws Fault `invalid` that names every wrong field. */
export async function changeProfile(db: Database, accountId: string, profile: Profile): Promise<void> {
  const checked = profileShape.safeParse(profile);
  if (!checked.success) {
    throw new Fault(
      'invalid',
      checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    );
  }
  await db.update(accounts).set(checked.data).where(eq(accounts.id, accountId));
}
