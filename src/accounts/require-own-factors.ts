import { invalid } from '../errors.js';
import type { Database } from '../postgres/postgres.js';
import { checkSecondFactor } from './check-second-factor.js';
import { credentialsOf } from './credentials.js';
import { requireOwnPassword } from './require-own-password.js';

/** What an owner proves themselves with. The code counts where the account has a second factor. */
export interface OwnFactors {
  readonly password: string;
  readonly code?: string;
}

/**
 * Throws Fault `invalid` that names the field unless the password is the account's and, with a second factor, the code is
 * valid at `now` (epoch milliseconds). The code is used up.
 */
export async function requireOwnFactors(
  db: Database,
  accountId: string,
  { password, code = '' }: OwnFactors,
  now: number,
): Promise<void> {
  await requireOwnPassword(db, accountId, password);
  const credentials = await credentialsOf(db, accountId);
  if (credentials?.secondFactor && !(await checkSecondFactor(db, accountId, code, now))) throw wrongCode();
}

export const wrongCode = () => invalid('code: is not valid, or was used already');
