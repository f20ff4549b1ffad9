import { plainText } from '../plain-text.js';
import type { Database } from '../postgres/postgres.js';
import { valid } from '../valid.js';
import { newApiKey } from './api-key.js';
import { setApiKey } from './set-api-key.js';

const keyName = plainText(1, 100).optional();

/**
 * Gives the account a new API key in place of its old one, at `now` in epoch milliseconds. The full key is returned
 * this once and stored nowhere.
 *
 * @throws Fault `invalid` when `name` is no label of 1 to 100 characters.
 */
export async function generateApiKey(
  db: Database,
  accountId: string,
  name: string | undefined,
  now: number,
): Promise<string> {
  const key = newApiKey();
  await setApiKey(db, accountId, { key, name: valid(keyName, name, 'name') }, now);
  return key;
}
