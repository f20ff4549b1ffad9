import { accessDenied, websiteNotFound } from '../lib/errors.js';
import type { Postgres } from '../postgres/postgres.js';
import { countWebsites, findWebsite, listWebsites, type WebsitePage } from './find-website.js';
import type { Website } from './website.js';
import type { WebsiteCache } from './website-cache.js';

/** Reads the current state of websites: a deleted website is gone for the next call in any process. */
export interface WebsiteReader {
  /** Finds a website of any account by its id. Accepts any text. */
  find(id: string): Promise<Website | undefined>;
  /** Returns a page of an account's websites, the oldest first. */
  list(accountId: string, page: WebsitePage): Promise<readonly Website[]>;
  /** Returns how many websites an account has. */
  count(accountId: string): Promise<number>;
}

/**
 * Returns a reader. With an embedded database it reads the cache, which no other process can make stale: every change
 * refreshes the cache before it returns. A server is queried each time, because the cache hears of other processes'
 * changes only later.
 */
export function websiteReader({ kind, db }: Postgres, websiteCache: WebsiteCache): WebsiteReader {
  if (kind === 'server') {
    return {
      find: (id) => findWebsite(db, id),
      list: (accountId, page) => listWebsites(db, accountId, page),
      count: (accountId) => countWebsites(db, accountId),
    };
  }
  return {
    find: async (id) => websiteCache.byId(id.toLowerCase()),
    list: async (accountId, page) => websiteCache.ofAccount(accountId, page),
    count: async (accountId) => websiteCache.countForAccount(accountId),
  };
}

/**
 * Returns the website if the account may act on it. Functions that change a website take this result.
 *
 * @throws AppError `not_found` when `id` is no UUID or belongs to no website, `forbidden` when another account owns it.
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
