import { and, asc, eq, gt, ilike, or } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { websites } from '../postgres/schema.js';
import { toWebsite, type Website } from './website.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The website of that id, whoever owns it. Any text may be asked for: what is no UUID is nobody's. */
export async function findWebsite(db: Database, id: string): Promise<Website | undefined> {
  if (!UUID.test(id)) return undefined;
  const [row] = await db.select().from(websites).where(eq(websites.id, id));
  return row && toWebsite(row);
}

/** Finds the oldest `limit` websites of a domain in the spelling in which it is stored, whoever owns them. */
export async function findWebsitesOf(db: Database, domain: string, limit: number): Promise<readonly Website[]> {
  const rows = await db
    .select()
    .from(websites)
    .where(eq(websites.domain, domain))
    .orderBy(asc(websites.createdAt), asc(websites.id))
    .limit(limit);
  return rows.map(toWebsite);
}

/** Where a website stands in the order of its account's websites: the oldest first, then by id. */
export type WebsitePosition = Pick<Website, 'createdAt' | 'id'>;

/** The part of an account's websites that is asked for. */
export interface WebsitePage {
  readonly limit: number;
  /** Only websites behind this position, which need not be there any more. */
  readonly after?: WebsitePosition | undefined;
}

/** Reads an account's websites, the oldest first; without a page, all of them. */
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

/** A page of the websites that have a text in their name or domain, in whichever case. */
export interface WebsiteSearch {
  /** Empty for all websites. */
  readonly search: string;
  /** From 1; one past the end is the last page. */
  readonly page: number;
  readonly pageSize: number;
}

export interface FoundWebsites {
  readonly websites: readonly Website[];
  /** On all pages. */
  readonly found: number;
  readonly page: number;
  readonly pages: number;
}

/** Searches an account's websites, the oldest first. */
export async function searchWebsites(
  db: Database,
  accountId: string,
  { search, page: wanted, pageSize }: WebsiteSearch,
): Promise<FoundWebsites> {
  const isFound = and(eq(websites.accountId, accountId), hasText(search));
  const found = await db.$count(websites, isFound);
  const pages = Math.max(1, Math.ceil(found / pageSize));
  const page = Math.min(wanted, pages);
  const rows = await db
    .select()
    .from(websites)
    .where(isFound)
    .orderBy(asc(websites.createdAt), asc(websites.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { websites: rows.map(toWebsite), found, page, pages };
}

/** PostgreSQL refuses NUL, and neither it nor half a character is in any name. */
function hasText(search: string) {
  if (search === '') return undefined;
  const pattern = `%${search
    .toWellFormed()
    .replaceAll('\0', '\ufffd')
    .replaceAll(/[\\%_]/g, '\\$&')}%`;
  return or(ilike(websites.name, pattern), ilike(websites.domain, pattern));
}
