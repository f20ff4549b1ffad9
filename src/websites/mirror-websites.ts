import { randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { sql } from '../clickhouse/sql.js';
import type { Database } from '../postgres/postgres.js';
import { websites } from '../postgres/schema.js';
import { completeCount } from './count.js';
import { deleteWebsiteRows, findDeletedWebsites } from './delete-website.js';
import type { Website } from './website.js';

const mirrored = z.object({
  website_id: z.string(),
  name: z.string(),
  domain: z.string(),
  time_zone: z.string(),
  generation: z.number(),
});
type Mirrored = z.infer<typeof mirrored>;

const storedRow = mirrored.extend({ written_ms: z.coerce.number() });

/**
 * Synchronizes ClickHouse's table of websites, which the views for BI tools read, with PostgreSQL. Safe to repeat, and
 * to run in several processes.
 *
 * @param now epoch milliseconds; a row that follows a later one is dated after that
 * @returns websites that PostgreSQL has lost, as after the restore of an older backup: they were not deleted, and keep
 *   their rows
 */
export async function mirrorWebsites(clickhouse: ClickHouse, db: Database, now: number): Promise<readonly string[]> {
  // ClickHouse first, so that a website found there but not in PostgreSQL is not just about to arrive.
  const stored = new Map((await storedWebsites(clickhouse)).map((row) => [row.website_id, row]));
  const current = (await db.select().from(websites)).map(toRow);
  const changed = current.filter((row) => !isSame(row, stored.get(row.website_id)));
  const known = new Set(current.map(({ website_id }) => website_id));
  const gone = [...stored.keys()].filter((id) => !known.has(id));
  const rows = changed.map((row) => {
    const before = stored.get(row.website_id)?.written_ms ?? 0;
    // The latest row of a website must win even where this clock is behind the one that wrote the previous row. The
    // random step keeps two such processes from writing in the same millisecond.
    return { ...row, written: toDateTime(Math.max(now, before + randomInt(1, 1_001))) };
  });
  if (rows.length > 0) await insertMirrored(clickhouse, rows);
  const deleted = await findDeletedWebsites(db, gone);
  if (deleted.size > 0) await deleteWebsiteRows(clickhouse, [...deleted]);
  return gone.filter((id) => !deleted.has(id));
}

const storedWebsites = (clickhouse: ClickHouse): Promise<readonly z.infer<typeof storedRow>[]> =>
  clickhouse.query({
    name: 'websites/mirrored',
    sql: sql`SELECT website_id, name, domain, time_zone, generation, toUnixTimestamp64Milli(written) AS written_ms FROM websites
ORDER BY website_id, written DESC LIMIT 1 BY website_id`,
    row: storedRow,
  });

const toRow = (website: Website): Mirrored => ({
  website_id: website.id,
  name: website.name.toWellFormed(),
  domain: website.domain,
  time_zone: website.timezone,
  generation: completeCount(website)?.generation ?? 0,
});

const isSame = (row: Mirrored, stored: Mirrored | undefined): boolean =>
  stored !== undefined && COLUMNS.every((column) => row[column] === stored[column]);

const COLUMNS = ['website_id', 'name', 'domain', 'time_zone', 'generation'] as const;
const WRITTEN_COLUMNS = [...COLUMNS, 'written'] as const;

const insertMirrored = (
  clickhouse: ClickHouse,
  rows: readonly (Mirrored & { readonly written: string })[],
): Promise<void> =>
  clickhouse.insert({
    table: 'websites',
    columns: WRITTEN_COLUMNS,
    body: Buffer.from(rows.map((row) => `${JSON.stringify(WRITTEN_COLUMNS.map((column) => row[column]))}\n`).join('')),
    token: randomUUID(),
  });

/** In a format that ClickHouse parses without further settings. */
const toDateTime = (time: number): string => new Date(time).toISOString().slice(0, 23).replace('T', ' ');
