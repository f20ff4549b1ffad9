import type { Postgres } from '../postgres/postgres.js';
import { findWebsite } from './find-website.js';
import { countWebsites, listWebsites, type WebsitePage } from './list-websites.js';
import type { LiveWebsites } from './live.js';
import type { Website } from './website.js';

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
export function websiteReader({ kind, db }: Postgres, live: LiveWebsites): WebsiteReader {
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
