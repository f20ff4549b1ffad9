import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { migrateClickHouse } from '../../src/clickhouse/migrate.js';
import { openClickHouse } from '../../src/clickhouse/open.js';
import { sql } from '../../src/clickhouse/sql.js';
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
