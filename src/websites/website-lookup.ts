import { accessDenied, websiteNotFound } from '../lib/errors.js';
import type { Postgres } from '../postgres/postgres.js';
import { countWebsites, findWebsite, listWebsites, type WebsitePage } from './find-website.js';
import type { Website } from './website.js';
import type { WebsiteCache } from './website-cache.js';

/** A website that was deleted in any process is gone for the next call. */
export interface WebsiteReader {
  /** Accepts any text. */
  find(id: string): Promise<Website | undefined>;
  /** Oldest first. */
  list(accountId: string, page: WebsitePage): Promise<readonly Website[]>;
  count(accountId: string): Promise<number>;
}

/**
 * With an embedded database it reads the cache, which cannot be stale: every change refreshes it before returning. A
 * server is queried each time, because changes of other processes reach the cache later.
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
 * Checks that the account owns the website. Functions that change a website take this result.
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
