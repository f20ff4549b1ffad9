import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { migrateClickHouse } from '../../src/clickhouse/migrate.js';
import { openClickHouse } from '../../src/clickhouse/open.js';
import { sql, string } from '../../src/clickhouse/sql.js';
import { openEmbedded } from './each-clickhouse.js';
import { rowsOf } from './rows.js';

test('each thread for deletes may have 16 parts under way', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-embedded-'));
  const clickhouse = await openClickHouse({ url: undefined, cluster: undefined }, folder);
  try {
    const rows = await rowsOf(
      clickhouse,
      sql`SELECT value FROM system.server_settings WHERE name = 'background_merges_mutations_concurrency_ratio'`,
    );
    expect(rows).toEqual([{ value: '16' }]);
  } finally {
    await clickhouse.close();
    await rm(folder, { recursive: true });
  }
});

test('dictionaries of columns hold 32,768 texts, which inserts and merges learn from the profile alone', async () => {
  const { clickhouse, close } = await openEmbedded();
  try {
    const name = 'low_cardinality_max_dictionary_size';
    const statement = sql`SELECT value FROM system.settings WHERE name = ${string(name)}`;
    expect(await rowsOf(clickhouse, statement)).toEqual([{ value: '32768' }]);
  } finally {
    await close();
  }
});

test('queries read conditions with the other columns, but for those of inserts', async () => {
  const { clickhouse, close } = await openEmbedded();
  try {
    const isMoved = async (isForInsert: boolean) => {
      const row = z.object({ value: z.string() });
      const statement = sql`SELECT value FROM system.settings WHERE name = 'optimize_move_to_prewhere'`;
      return clickhouse.query({ name: 'test', sql: statement, row, isForInsert });
    };
    expect(await isMoved(false)).toEqual([{ value: '0' }]);
    expect(await isMoved(true)).toEqual([{ value: '1' }]);
  } finally {
    await close();
  }
});

test('rows of an insert or an answer stay nowhere but in their table, also when a process was killed in the middle', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-embedded-'));
  const inserts = join(folder, 'clickhouse-inserts');
  await mkdir(inserts);
  await writeFile(join(inserts, 'left'), 'rows of visitors');
  const clickhouse = await openClickHouse({ url: undefined, cluster: undefined }, join(folder, 'clickhouse'));
  try {
    expect(existsSync(join(inserts, 'left'))).toBe(false);
    await migrateClickHouse(clickhouse, undefined);
    const columns = ['website_id', 'time', 'reason', 'events'];
    const insert = (body: string) =>
      clickhouse.insert({ table: 'drops', columns, body: Buffer.from(body), token: body });
    await insert('["6f1c1f9e-0d5f-4b0e-9a53-000000000001",1700000000,"bot",2]');
    await expect(insert('no row')).rejects.toThrow();
    expect(await readdir(inserts)).toEqual([]);
    // A long answer lies there while it is read.
    const row = z.object({ number: z.string() });
    for await (const _ of clickhouse.stream({ name: 'test', sql: sql`SELECT number FROM numbers(1000)`, row })) {
      expect(await readdir(inserts)).toHaveLength(1);
      break;
    }
    expect(await readdir(inserts)).toEqual([]);
  } finally {
    await clickhouse.close();
    expect(existsSync(inserts)).toBe(false);
    await rm(folder, { recursive: true });
  }
});

test('an engine that is closed waits for no reader, who learns that there is more', async () => {
  const opened = await openEmbedded();
  const row = z.object({ number: z.string() });
  const numbers = sql`SELECT number FROM numbers(1000000)`;
  const rows = opened.clickhouse.stream({ name: 'test', sql: numbers, row })[Symbol.asyncIterator]();
  expect((await rows.next()).value).toHaveLength(100);
  await opened.close();
  const rest = async () => {
    while (!(await rows.next()).done);
  };
  await expect(rest()).rejects.toThrow('ClickHouse is closed');
  const again = await openEmbedded();
  await again.close();
});
