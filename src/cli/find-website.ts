import { AppError } from '../lib/errors.js';
import type { Database } from '../postgres/postgres.js';
import { findWebsitesByIdOrDomain } from '../websites/find-website.js';
import type { Website } from '../websites/website.js';

/** Throws AppError `not_found`, or `conflict` when several websites have the domain. */
export const findWebsiteByIdOrDomain = async (db: Database, idOrDomain: string): Promise<Website> =>
  requireOne(await findWebsitesByIdOrDomain(db, idOrDomain), idOrDomain);

/** Throws AppError like {@link findWebsiteByIdOrDomain}. */
export function requireOne<Found extends { readonly id: string }>(found: readonly Found[], idOrDomain: string): Found {
  const [website, ...others] = found;
  if (website === undefined) throw new AppError('not_found', [`no website has the ID or domain ${idOrDomain}`]);
  if (others.length === 0) return website;
  const ids = found.map(({ id }) => id).join(', ');
  throw new AppError('conflict', [`several websites have the domain ${idOrDomain}, use an ID instead: ${ids}`]);
}
