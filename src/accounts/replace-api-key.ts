import { eq } from 'drizzle-orm';
import { Fault } from '../errors.js';
import type { Database } from '../postgres/postgres.js';
import { accounts } from '../postgres/schema.js';
import { type ApiKeyInfo, apiKeyOf } from './api-key-of.js';
import { generateApiKey } from './generate-api-key.js';

/** Tells a key from those before and after it; `none` where there is none. */
export const apiKeyMark = (key: ApiKeyInfo | undefined): string =>
  key === undefined ? 'none' : `${key.prefix}-${key.createdAt.getTime()}`;

/**
 * Generates a key in place of the one with that mark, at `now` in epoch milliseconds. A form that is sent twice, or that
 * was open for long, replaces no key that its reader has not seen.
 *
 * @throws Fault `conflict` when the account's key is another one, `invalid` when `name` is no label.
 */
export function replaceApiKey(
  db: Database,
  accountId: string,
  { mark, name }: { readonly mark: string; readonly name: string | undefined },
  now: number,
): Promise<string> {
  return db.transaction(async (tx) => {
    await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('update');
    if (apiKeyMark(await apiKeyOf(tx, accountId)) !== mark) {
      throw new Fault('conflict', ['The key was replaced in the meantime: nothing was changed']);
    }
    return generateApiKey(tx, accountId, name, now);
  });
}
