import { and, asc, eq, gt, ilike, or, sql } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { websites } from '../postgres/schema.js';
import { parseHost } from './settings.js';
import { toWebsite, type Website } from './website.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Finds a website of any account by its id. Accepts any text: a text that is no UUID finds nothing. */
export async function findWebsite(db: Database, id: string): Promise<Website | undefined> {
  if (!UUID.test(id)) return undefined;
  const [row] = await db.select().from(websites).where(eq(websites.id, id));
  return row && toWebsite(row);
}

/** Finds the oldest `limit` websites of a domain in its stored spelling, of any account. */
export async function findWebsitesByDomain(db: Database, domain: string, limit: number): Promise<readonly Website[]> {
  const rows = await db
    .select()
    .from(websites)
    .where(eq(websites.domain, domain))
    .orderBy(asc(websites.createdAt), asc(websites.id))
    .limit(limit);
  return rows.map(toWebsite);
}

/** The position of a website among its account's websites: the oldest first, then by id. */
export type WebsitePosition = Pick<Website, 'createdAt' | 'id'>;

/** The requested part of an account's websites. */
export interface WebsitePage {
  readonly limit: number;
  /** Only websites behind this position, which need not exist any more. */
  readonly after?: WebsitePosition | undefined;
}

/** Lists an account's websites, the oldest first; all of them without a page. */
export async function listWebsites(db: Database, accountId: string, page?: WebsitePage): Promise<readonly Website[]> {
  const all = db
    .select()
    .from(websites)
    .where(and(eq(websites.accountId, accountId), page?.after && isAfter(page.after)))
    .orderBy(asc(websites.createdAt), asc(websites.id));
  return (await (page === undefined ? all : all.limit(page.limit))).map(toWebsite);
}

const isAfter = ({ createdAt, id }: WebsitePosition) =>
  or(gt(websites.createdAt, createdAt), and(eq(websites.createdAt, createdAt), gt(websites.id, id)));

/** Counts an account's websites. */
export const countWebsites = (db: Database, accountId: string): Promise<number> =>
  db.$count(websites, eq(websites.accountId, accountId));

/** A page of the websites whose name or domain contains a text, in any case. */
export interface WebsiteSearch {
  /** Empty for all websites. */
  readonly search: string;
  /** From 1; a page past the end is the last page. */
  readonly page: number;
  readonly pageSize: number;
  /** The oldest first by default. */
  readonly orderBy?: 'created' | 'name';
}

export interface FoundWebsites {
  readonly websites: readonly Website[];
  /** On all pages. */
  readonly found: number;
  readonly page: number;
  readonly pages: number;
}

/** Searches an account's websites. */
export async function searchWebsites(
  db: Database,
  accountId: string,
  { search, page: wanted, pageSize, orderBy = 'created' }: WebsiteSearch,
): Promise<FoundWebsites> {
  const isFound = and(eq(websites.accountId, accountId), hasText(search));
  const found = await db.$count(websites, isFound);
  const pages = Math.max(1, Math.ceil(found / pageSize));
  const page = Math.min(wanted, pages);
  const rows = await db
    .select()
    .from(websites)
    .where(isFound)
    .orderBy(orderBy === 'name' ? sql`lower(${websites.name})` : asc(websites.createdAt), asc(websites.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { websites: rows.map(toWebsite), found, page, pages };
}

/** Matches a text in name or domain. */
function hasText(search: string) {
  if (search === '') return undefined;
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return or(ilike(websites.name, pattern), ilike(websites.domain, pattern), hasInternationalHost(search));
}

/** Matches whole labels of a typed international domain, which is stored in ASCII. */
function hasInternationalHost(search: string) {
  const host = /[^\x20-\x7e]/.test(search) ? parseHost(search) : undefined;
  return host === undefined ? undefined : ilike(websites.domain, `%${host}%`);
}
