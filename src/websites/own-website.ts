import { accessDenied, websiteNotFound } from '../errors.js';
import type { Database } from '../postgres/postgres.js';
import { findWebsite } from './find-website.js';
import type { Website } from './website.js';

/**
 * The website that an account may act on. The verbs that change one take what comes from here.
 *
 * @throws Fault `not_found` when `id` is no UUID or nobody's, `forbidden` when it is another account's.
 */
export const ownWebsite = async (db: Database, accountId: string, id: string): Promise<Website> =>
  requireOwn(await findWebsite(db, id), accountId);

/** The same of what was found: undefined is nobody's. */
export function requireOwn(website: Website | undefined, accountId: string): Website {
  if (website === undefined) throw websiteNotFound();
  if (website.accountId !== accountId) throw accessDenied();
  return website;
}
