import type { Database } from '../postgres/postgres.js';
import { findWebsitesByIdOrDomain, requireOne } from '../websites/find-website.js';
import type { Website } from '../websites/website.js';

/** An option of commands about one website. */
export const websiteArg = { type: 'string', required: true, description: 'ID or domain of the website' } as const;

/** Throws AppError as {@link requireOne} does. */
export const findWebsiteByIdOrDomain = async (db: Database, idOrDomain: string): Promise<Website> =>
  requireOne(await findWebsitesByIdOrDomain(db, idOrDomain), idOrDomain);
