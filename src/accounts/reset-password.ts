import type { Database } from '../postgres/postgres.js';
import { setPassword } from './change-password.js';
import { mailedLinkWorks, takeMailedLink } from './mailed-link.js';
import { requirePassword } from './password.js';
import { hash } from './password-hashing.js';

/**
 * Gives the account that the mailed token is for another password, and ends all of its logins, at `now` in epoch
 * milliseconds. Returns the account's email address; undefined when the token does not work (any more).
 *
 * @throws Fault `invalid` when the password will not do; the token works on then.
 */
export async function resetPassword(
  db: Database,
  token: string,
  password: string,
  now: number,
): Promise<string | undefined> {
  // Anyone can make up a token, and a hash takes long.
  if (!(await mailedLinkWorks(db, token, 'reset-password', now))) return undefined;
  requirePassword(password);
  const passwordHash = await hash(password);
  return db.transaction(async (tx) => {
    const link = await takeMailedLink(tx, token, 'reset-password', now);
    if (link !== undefined) await setPassword(tx, link.accountId, passwordHash);
    return link?.email;
  });
}
