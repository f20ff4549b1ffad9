import { AppError } from '../lib/errors.js';
import type { Database } from '../postgres/postgres.js';
import { findWebsite, findWebsitesByDomain } from '../websites/find-website.js';
import { normalizeDomain } from '../websites/settings.js';
import type { Website } from '../websites/website.js';

/** Maximum number of ids in an error message. */
const MAX_NAMED = 20;

/** Throws AppError `not_found`, or `conflict` when several websites have the domain. */
export async function findWebsiteByIdOrDomain(db: Database, idOrDomain: string): Promise<Website> {
  const byId = await findWebsite(db, idOrDomain);
  if (byId !== undefined) return byId;
  const domain = normalizeDomain(idOrDomain);
  const [website, ...others] = domain === undefined ? [] : await findWebsitesByDomain(db, domain, MAX_NAMED);
  if (website === undefined) throw new AppError('not_found', [`no website has the ID or domain ${idOrDomain}`]);
  if (others.length === 0) return website;
  const ids = [website, ...others].map(({ id }) => id).join(', ');
  throw new AppError('conflict', [`several websites have the domain ${domain}, use an ID instead: ${ids}`]);
}
