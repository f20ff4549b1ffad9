import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrateClickHouse } from '../../src/clickhouse/migrate.js';
import { openClickHouse } from '../../src/clickhouse/open.js';
import { sql } from '../../src/clickhouse/sql.js';
import { eventColumns } from '../../src/sessions/row.js';
import { linesOf, trackedEvent } from '../sessions/tracked-event.js';
import { rowsOf } from './rows.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-unfinished-'));
});

afterEach(() => rm(folder, { recursive: true }));

const open = () => openClickHouse({ url: undefined, cluster: undefined }, folder);

const block = (first: number) =>
  Buffer.from(
    linesOf([0, 1, 2].map((view) => trackedEvent({ visitorId: String(first + view), path: `/${first + view}` }))).join(
      '',
    ),
  );

/** Opens the engine, inserts blocks, and says what is there then. */
async function insertAndCount(...blocks: readonly number[]) {
  const clickhouse = await open();
  try {
    await migrateClickHouse(clickhouse, undefined);
    for (const first of blocks) {
      await clickhouse.insert({ table: 'events', columns: eventColumns, body: block(first), token: `block-${first}` });
    }
    const [counts] = await rowsOf(
      clickhouse,
      sql`SELECT count() AS events, uniqExact(path) AS pages, (SELECT sum(pageviews) FROM usage) AS usage,
  (SELECT sum(rows) FROM arrivals) AS arrivals, (SELECT uniqExact(visitor_id) FROM visitors) AS visitors FROM events`,
    );
    return Object.values(counts ?? {}).map(Number);
  } finally {
    await clickhouse.close();
  }
}

/** Takes away the newest part of each table of which some are given: as if the process had died before it was put there. */
async function withoutNewestPart(tables: readonly string[]): Promise<void> {
  const clickhouse = await open();
  const paths = await rowsOf(
    clickhouse,
    sql`SELECT table, argMax(path, max_block_number) AS part FROM system.parts WHERE active GROUP BY table`,
  );
  await clickhouse.close();
  const parts = paths.filter(({ table }) => tables.includes(String(table))).map(({ part }) => String(part));
  expect(parts).toHaveLength(tables.length);
  for (const part of parts) await rm(part.startsWith('/') ? part : join(folder, part), { recursive: true });
}

test.each([[['events', 'usage', 'arrivals', 'visitors']], [['usage', 'arrivals', 'visitors']], [['visitors']]])(
  'a block whose part in %j a killed process had only announced is inserted when it is repeated, once',
  async (tables) => {
    expect(await insertAndCount(1, 11)).toEqual([6, 6, 6, 6, 6]);
    await withoutNewestPart(tables);
    expect(await insertAndCount(11)).toEqual([6, 6, 6, 6, 6]);
    expect(await insertAndCount(1, 11)).toEqual([6, 6, 6, 6, 6]);
  },
);

test('what corrects the logs leaves nothing beside them', async () => {
  await insertAndCount(1);
  await withoutNewestPart(['events']);
  await insertAndCount(1);
  const left = await readdir(folder, { recursive: true });
  expect(left.filter((name) => name.endsWith('.unfinished'))).toEqual([]);
});
