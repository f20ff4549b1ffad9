import { invalidField } from '../lib/errors.js';
import { t } from '../lib/language/translate.js';
import type { WebsiteReader } from './website-lookup.js';

/** Maximum number of websites that an API key can be limited to. */
export const MAX_KEY_WEBSITES = 100;

/**
 * Returns the ids as they are stored.
 *
 * @throws AppError `invalid` for an id that is not of the account: it does not say whether it exists
 */
export async function findOwnIds(
  reader: Pick<WebsiteReader, 'list'>,
  accountId: string,
  ids: 'all' | readonly string[],
): Promise<'all' | readonly string[]> {
  if (ids === 'all') return ids;
  const only = [...new Set(ids.map((id) => id.toLowerCase()))];
  const own = await reader.list(accountId, { limit: only.length, only });
  if (own.length < only.length) throw invalidField('websites', t('must be ids of websites of this account'));
  return own.map(({ id }) => id);
}
