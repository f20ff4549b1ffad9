import type { Database } from '../postgres/postgres.js';
import { findWebsitesByIdOrDomain, requireOne } from '../websites/find-website.js';
import type { Website } from '../websites/website.js';

/** Throws AppError as {@link requireOne} does. */
export const findWebsiteByIdOrDomain = async (db: Database, idOrDomain: string): Promise<Website> =>
  requireOne(await findWebsitesByIdOrDomain(db, idOrDomain), idOrDomain);
