import { eq } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { accounts } from '../postgres/schema.js';
import { type Account, toAccount } from './account.js';
import { type Credentials, toCredentials } from './credentials.js';
import { verify } from './password-hashing.js';
import { storedEmail } from './stored-email.js';

/** Hash of a discarded random password, made with the settings of real ones: to be verified takes just as long. */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$iO+psoc4Jdlsoh4ly6Oyig$+dtCP+LnadmhXzNHstIRbRcLc/NBO5cqSNCRmft79UA';

/** Whose password it was, and what the account was opened with at that moment. */
export type PasswordProof = Account & Pick<Credentials, 'secondFactor' | 'mark'>;

/**
 * The account that this e-mail address and password sign in to. An unknown address, and an account without a password,
 * take as long as a wrong password, so that time does not tell who has an account.
 */
export async function verifyPassword(
  db: Database,
  email: string,
  password: string,
): Promise<PasswordProof | undefined> {
  const [row] = await db
    .select()
    .from(accounts)
    .where(eq(accounts.email, storedEmail(email)));
  const matches = await verify(row?.passwordHash ?? NOBODYS_HASH, password);
  return row?.passwordHash && matches ? { ...toAccount(row), ...toCredentials(row) } : undefined;
}
