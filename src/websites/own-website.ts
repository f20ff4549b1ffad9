import { accessDenied, websiteNotFound } from '../errors.js';
import type { WebsiteReader } from './reader.js';
import type { Website } from './website.js';

/**
 * The website that an account may act on. The verbs that change one take what comes from here.
 *
 * @throws Fault `not_found` when `id` is no UUID or nobody's, `forbidden` when it is another account's.
 */
export async function ownWebsite(
  { find }: Pick<WebsiteReader, 'find'>,
  accountId: string,
  id: string,
): Promise<Website> {
  const website = await find(id);
  if (website === undefined) throw websiteNotFound();
  if (website.accountId !== accountId) throw accessDenied();
  return website;
}
