import type { Database } from '../postgres/postgres.js';
import { logins } from '../postgres/schema.js';
import { credentialsOf } from './credentials.js';
import { LOGIN_SECONDS } from './login.js';
import { hashToken, newToken } from './secret-token.js';

/** Signs an account in, at `now` in epoch milliseconds. The token is returned this once and stored nowhere. */
export async function startLogin(db: Database, accountId: string, browser: string, now: number): Promise<string> {
  const token = newToken();
  const at = new Date(now);
  const expiresAt = new Date(now + LOGIN_SECONDS * 1000);
  await db
    .insert(logins)
    .values({ hash: hashToken(token), accountId, browser, createdAt: at, lastUsedAt: at, expiresAt });
  return token;
}

/**
 * The same for someone who has proven to be the owner while the account's credentials had that mark. Undefined when they
 * have changed since: what a new password ends does not begin after it.
 */
export function startProvenLogin(
  db: Database,
  { id, mark }: { readonly id: string; readonly mark: string },
  browser: string,
  now: number,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const credentials = await credentialsOf(tx, id, true);
    return credentials?.mark === mark ? startLogin(tx, id, browser, now) : undefined;
  });
}
