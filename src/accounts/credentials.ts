import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { accounts } from '../postgres/schema.js';

type AccountRow = typeof accounts.$inferSelect;

/** What an account is opened with, at one moment. */
export interface Credentials {
  readonly email: string;
  /** Whether a code is asked for beside the password. */
  readonly secondFactor: boolean;
  /** Another text after every change of the password or of the second factor. It gives neither away. */
  readonly mark: string;
}

/** Returns the account's credentials; undefined where there is no such account. In a transaction `lock` keeps them as they are. */
export async function credentialsOf(db: Database, accountId: string, lock = false): Promise<Credentials | undefined> {
  const query = db.select().from(accounts).where(eq(accounts.id, accountId));
  const [row] = await (lock ? query.for('share') : query);
  return row && toCredentials(row);
}

/** Both hold too many random bits (salt and secret) to be found from their hash. */
export function toCredentials({ email, passwordHash, totpSecret, twoFactorSince }: AccountRow): Credentials {
  const text = JSON.stringify([passwordHash, totpSecret, twoFactorSince]);
  const mark = createHash('sha256').update(text).digest('base64url');
  return { email, secondFactor: twoFactorSince !== null, mark };
}
