import { accessDenied, websiteNotFound } from '../lib/errors.js';
import type { Postgres } from '../postgres/postgres.js';
import { countWebsites, findWebsite, listWebsites, type WebsitePage } from './find-website.js';
import type { Website } from './website.js';
import type { WebsiteCache } from './website-cache.js';

/** Websites as they are at this moment: one that is deleted is gone for whoever asks next, in whichever process. */
export interface WebsiteReader {
  /** The website of that id, whoever owns it. Any text may be asked for. */
  find(id: string): Promise<Website | undefined>;
  /** A page of an account's websites, the oldest first. */
  list(accountId: string, page: WebsitePage): Promise<readonly Website[]>;
  /** How many websites an account has. */
  count(accountId: string): Promise<number>;
}

/**
 * Reads from memory where nobody else can change a website, as with an embedded database: the verbs bring it up to date
 * before they return. A server is asked each time, for of what another process does memory only hears later.
 */
export function websiteReader({ kind, db }: Postgres, live: WebsiteCache): WebsiteReader {
  if (kind === 'server') {
    return {
      find: (id) => findWebsite(db, id),
      list: (accountId, page) => listWebsites(db, accountId, page),
      count: (accountId) => countWebsites(db, accountId),
    };
  }
  return {
    find: async (id) => live.byId(id.toLowerCase()),
    list: async (accountId, page) => live.ofAccount(accountId, page),
    count: async (accountId) => live.countOf(accountId),
  };
}

/**
 * The website that an account may act on. The verbs that change one take what comes from here.
 *
 * @throws AppError `not_found` when `id` is no UUID or nobody's, `forbidden` when it is another account's.
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
