import { and, asc, eq, gt, ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import { AppError } from '../lib/errors.js';
import type { Database } from '../postgres/postgres.js';
import { websites } from '../postgres/schema.js';
import { normalizeDomain, parseHost } from './settings.js';
import type { Website } from './website.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Accepts any text: no website has a malformed id. */
export async function findWebsite(db: Database, id: string): Promise<Website | undefined> {
  if (!UUID.test(id)) return undefined;
  const [website] = await db.select().from(websites).where(eq(websites.id, id));
  return website;
}

/** Oldest first, of any account. `domain` must be in its stored spelling. */
export const findWebsitesByDomain = (db: Database, domain: string, limit: number): Promise<readonly Website[]> =>
  oldestFirst(db, eq(websites.domain, domain)).limit(limit);

/** Those of all accounts, oldest first. */
export const listAllWebsites = (db: Database, limit: number): Promise<readonly Website[]> =>
  oldestFirst(db).limit(limit);

const oldestFirst = (db: Database, condition?: SQL) =>
  db.select().from(websites).where(condition).orderBy(asc(websites.createdAt), asc(websites.id));

/** No more websites of a domain are found. */
const MAX_OF_DOMAIN = 20;

/** One by its id, or those of any account that have the domain, in any spelling. */
export async function findWebsitesByIdOrDomain(db: Database, idOrDomain: string): Promise<readonly Website[]> {
  const byId = await findWebsite(db, idOrDomain);
  if (byId !== undefined) return [byId];
  const domain = normalizeDomain(idOrDomain);
  return domain === undefined ? [] : findWebsitesByDomain(db, domain, MAX_OF_DOMAIN);
}

/** Throws AppError `not_found`, or `conflict` when several websites have the domain. */
export function requireOne<Found extends { readonly id: string }>(found: readonly Found[], idOrDomain: string): Found {
  const [website, ...others] = found;
  if (website === undefined) throw new AppError('not_found', [`no website has the ID or domain ${idOrDomain}`]);
  if (others.length === 0) return website;
  const ids = found.map(({ id }) => id).join(', ');
  throw new AppError('conflict', [`several websites have the domain ${idOrDomain}, use an ID instead: ${ids}`]);
}

/** Websites of an account are ordered by creation, then by id. */
export type WebsitePosition = Pick<Website, 'createdAt' | 'id'>;

export interface WebsitePage {
  readonly limit: number;
  /** Only websites behind this position, whose website may be gone. */
  readonly after?: WebsitePosition | undefined;
  /** Only websites with these ids, which may be any texts in lower case. */
  readonly only?: 'all' | readonly string[];
}

/** Oldest first; all of them without `page`. */
export async function listWebsites(db: Database, accountId: string, page?: WebsitePage): Promise<readonly Website[]> {
  const isListed = and(eq(websites.accountId, accountId), page?.after && isAfter(page.after), isAmong(page?.only));
  const all = oldestFirst(db, isListed);
  return page === undefined ? all : all.limit(page.limit);
}

const isAmong = (only: WebsitePage['only'] = 'all') =>
  only === 'all'
    ? undefined
    : inArray(
        websites.id,
        [...only].filter((id) => UUID.test(id)),
      );

const isAfter = ({ createdAt, id }: WebsitePosition) =>
  or(gt(websites.createdAt, createdAt), and(eq(websites.createdAt, createdAt), gt(websites.id, id)));

export const countWebsites = (db: Database, accountId: string): Promise<number> =>
  db.$count(websites, eq(websites.accountId, accountId));

/** Searches names and domains, ignoring case. */
export interface WebsiteSearch {
  /** Empty for all websites. */
  readonly search: string;
  /** From 1; a page past the end is the last page. */
  readonly page: number;
  readonly pageSize: number;
  /** Default: oldest first. */
  readonly orderBy?: 'created' | 'name';
}

export interface FoundWebsites {
  readonly websites: readonly Website[];
  /** On all pages. */
  readonly found: number;
  readonly page: number;
  readonly pages: number;
}

export async function searchWebsites(
  db: Database,
  accountId: string,
  { search, page: requested, pageSize, orderBy = 'created' }: WebsiteSearch,
): Promise<FoundWebsites> {
  const isFound = and(eq(websites.accountId, accountId), hasText(search));
  const found = await db.$count(websites, isFound);
  const pages = Math.max(1, Math.ceil(found / pageSize));
  const page = Math.min(requested, pages);
  const shown = await db
    .select()
    .from(websites)
    .where(isFound)
    .orderBy(orderBy === 'name' ? sql`lower(${websites.name})` : asc(websites.createdAt), asc(websites.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { websites: shown, found, page, pages };
}

/** In name or domain. */
function hasText(search: string) {
  if (search === '') return undefined;
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return or(ilike(websites.name, pattern), ilike(websites.domain, pattern), hasInternationalHost(search));
}

/** International domains are stored in ASCII, so only whole labels of a typed one match. */
function hasInternationalHost(search: string) {
  const host = /[^\x20-\x7e]/.test(search) ? parseHost(search) : undefined;
  return host === undefined ? undefined : ilike(websites.domain, `%${host}%`);
}
