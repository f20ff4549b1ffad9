import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { migrateClickHouse } from '../../src/clickhouse/migrate.js';
import { openClickHouse } from '../../src/clickhouse/open.js';
import { sql } from '../../src/clickhouse/sql.js';
import { eventColumns } from '../../src/collect/sessions/row.js';
import { linesOf, trackedEvent } from '../collect/sessions/tracked-event.js';
import { rowsOf } from './rows.js';

export const open = (folder: string) => openClickHouse({ url: undefined, cluster: undefined }, folder);

const block = (first: number) =>
  Buffer.from(
    linesOf([0, 1, 2].map((view) => trackedEvent({ visitorId: String(first + view), path: `/${first + view}` }))).join(
      '',
    ),
  );

export async function insert(clickhouse: ClickHouse, blocks: readonly number[]): Promise<void> {
  for (const first of blocks) {
    await clickhouse.insert({ table: 'events', columns: eventColumns, body: block(first), token: `block-${first}` });
  }
}

/** Opens the engine in a folder, inserts blocks, and says what is there then. */
export async function insertAndCount(folder: string, ...blocks: readonly number[]) {
  const clickhouse = await open(folder);
  try {
    await migrateClickHouse(clickhouse, undefined);
    await insert(clickhouse, blocks);
    const [counts] = await rowsOf(
      clickhouse,
      sql`SELECT count() AS events, uniqExact(path) AS pages, (SELECT sum(pageviews) FROM usage) AS usage,
  (SELECT sum(events) FROM visits) AS visits, (SELECT uniqExact(visitor_id) FROM sessions) AS visitors FROM events`,
    );
    return Object.values(counts ?? {}).map(Number);
  } finally {
    await clickhouse.close();
  }
}

/** Takes away the newest part of each table of which some are given: as if the process had died before it was put there. */
export async function removeNewestParts(folder: string, tables: readonly string[]): Promise<void> {
  const clickhouse = await open(folder);
  const paths = await rowsOf(
    clickhouse,
    sql`SELECT table, argMax(path, max_block_number) AS part FROM system.parts WHERE active GROUP BY table`,
  );
  await clickhouse.close();
  const parts = paths.filter(({ table }) => tables.includes(String(table))).map(({ part }) => String(part));
  expect(parts).toHaveLength(tables.length);
  for (const part of parts) await rm(part.startsWith('/') ? part : join(folder, part), { recursive: true });
}
