import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { ClickHouse, Query } from '../clickhouse/clickhouse.js';
import {
  integer,
  integers,
  join,
  ofWebsite,
  type Sql,
  sql,
  trusted,
  unsigned,
  unsignedIntegers,
  uuids,
} from '../clickhouse/sql.js';
import { QUARTER_MS } from '../time/index.js';
import { type CountedColumn, type CountedValues, countedColumns, countedDimensions } from './dimensions.js';

/** The visitor may have visited before. */
export interface Beginning {
  readonly websiteId: string;
  readonly visitorId: string;
  /** For each of `countedColumns`, as computed by `hashValues`. */
  readonly hashes: readonly number[];
  /** Hashes of the session's pages and custom events in the block. */
  readonly shown: readonly number[];
}

/**
 * By the hash of a page or custom event: the time of its last view or event, in epoch milliseconds, to a quarter of an
 * hour.
 */
export type Opened = ReadonlyMap<number, number>;

/** A visitor's history before a session. Times are epoch milliseconds. */
export interface VisitorHistory {
  /** Time of the first event on the website. */
  readonly first: number;
  /** Time of the last event with the session's value, for each of `countedDimensions`; 0 for none. */
  readonly last: readonly number[];
  readonly opened: Opened;
  /** Whether `opened` has everything that the visitor has opened, or only what they opened in the block. */
  readonly isWhole: boolean;
}

/** Hashes are only compared with those of the same visitor. */
export const hashValues = (values: CountedValues): readonly number[] =>
  countedColumns.map((name) => crc32(values[name]));

/** Values sent per visitor. */
const WIDTH = countedColumns.length;

/** A server limits each parameter to 128 KiB; a hash and its comma have at most 11 characters. */
const MAX_VISITORS = Math.floor(100_000 / (11 * WIDTH));

const row = z.object({
  place: z.coerce.number(),
  first: z.coerce.number(),
  last: z.array(z.coerce.number()),
  /** Number of pages and custom events; `pages` is empty when there are too many. */
  opened: z.coerce.number(),
  pages: z.array(z.array(z.number())),
});

/** With more pages, only those of the block are read: a visitor can have any number. */
const MAX_READ_WHOLE = 1_000;

/** Per query. */
const MAX_HASHES = 5_000;

/** @returns one history per beginning, in the same order; undefined for a new visitor */
export async function readHistories(
  clickhouse: ClickHouse,
  beginnings: readonly Beginning[],
): Promise<readonly (VisitorHistory | undefined)[]> {
  const found: (VisitorHistory | undefined)[] = [];
  for (let start = 0; start < beginnings.length; start += MAX_VISITORS) {
    const batch = beginnings.slice(start, start + MAX_VISITORS);
    const rows = await clickhouse.query(historiesQuery(batch));
    const byPlace = new Map<number, VisitorHistory>();
    for (const { place, first, last, opened, pages } of rows) {
      const isWhole = opened <= MAX_READ_WHOLE;
      const known = isWhole ? toOpened(pages) : await readOpened(clickhouse, batch[place]!);
      byPlace.set(place, { first, last, opened: known, isWhole });
    }
    found.push(...batch.map((_, place) => byPlace.get(place)));
  }
  return found;
}

const toOpened = ([hashes = [], quarters = []]: readonly (readonly number[])[]): Opened =>
  new Map(hashes.map((hash, index) => [hash, quarters[index]! * QUARTER_MS]));

const openedRow = z.object({ pages: z.array(z.array(z.number())) });

/** Reads only the pages and custom events of the block. */
async function readOpened(clickhouse: ClickHouse, { websiteId, visitorId, shown }: Beginning): Promise<Opened> {
  const found = new Map<number, number>();
  for (let start = 0; start < shown.length; start += MAX_HASHES) {
    const hashes = integers(shown.slice(start, start + MAX_HASHES));
    const [read] = await clickhouse.query({
      name: 'visitor pages',
      row: openedRow,
      isForInsert: true,
      sql: sql`SELECT maxMap([page.1], [${quarterSql(sql`page.2`)}]) AS pages
FROM sessions ARRAY JOIN arrayFilter(each -> has(${hashes}, each.1), arrayZip(sessions.pages.1, sessions.pages.2)) AS page
WHERE ${ofWebsite(websiteId)} AND visitor_id = ${unsigned(visitorId)}`,
    });
    for (const [hash, time] of toOpened(read?.pages ?? [])) found.set(hash, time);
  }
  return found;
}

/** The quarter of an hour since 1970, `offset` quarters after the first one of a row's session. */
const quarterSql = (offset: Sql): Sql =>
  sql`toUInt32(intDiv(toUnixTimestamp64Milli(session_start), ${integer(QUARTER_MS)}) + ${offset})`;

const hashAt = (column: CountedColumn) => trusted(`hashes[${countedColumns.indexOf(column) + 1}]`);

/** Latest event of a visitor's sessions with these values in some columns. */
const lastWith = (columns: readonly CountedColumn[]) => {
  const same = columns.map((column) => sql`CRC32(${trusted(column)}) = ${hashAt(column)}`);
  return sql`maxIf(last_event, ${same.length === 0 ? sql`true` : join(same, ' AND ')})`;
};

const lastEvents = join(
  countedDimensions.map((columns) => sql`toUnixTimestamp64Milli(${lastWith(columns)})`),
  ', ',
);

export function historiesQuery(beginnings: readonly Beginning[]): Query<z.infer<typeof row>> {
  const websites = uuids(beginnings.map(({ websiteId }) => websiteId));
  const visitors = unsignedIntegers(beginnings.map(({ visitorId }) => visitorId));
  const hashes = integers(beginnings.flatMap((each) => each.hashes));
  // TRICKY: only ARRAY JOIN turns the parameters into rows. Expressions on whole lists would be carried along with each row
  // read.
  const wanted = sql`(
  SELECT website_id, visitor_id, place, hashes
  FROM (SELECT 1)
  ARRAY JOIN ${websites} AS website_id, ${visitors} AS visitor_id, arrayEnumerate(${websites}) AS place,
    arraySplit((_, index) -> index % ${trusted(String(WIDTH))} = 0, ${hashes}, range(length(${hashes}))) AS hashes
)`;
  return {
    name: 'visitor histories',
    row,
    isForInsert: true,
    sql: sql`SELECT place - 1 AS place, toUnixTimestamp64Milli(min(session_start)) AS first, [${lastEvents}] AS last,
  maxMap(sessions.pages.1, arrayMap(each -> ${quarterSql(sql`each`)}, sessions.pages.2)) AS all_pages,
  length(all_pages.1) AS opened, if(opened > ${integer(MAX_READ_WHOLE)}, ([], []), all_pages) AS pages
FROM sessions
INNER JOIN ${wanted} AS wanted USING (website_id, visitor_id)
WHERE (website_id, visitor_id) IN (SELECT website_id, visitor_id FROM ${wanted})
GROUP BY wanted.place`,
  };
}
