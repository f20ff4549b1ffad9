import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '../../src/clickhouse/sql.js';
import { cityHash128 } from '../../src/sql/wire/city-hash.js';
import { openEmbedded, type TestClickHouse } from '../clickhouse/each-clickhouse.js';

let opened: TestClickHouse;
let files: readonly string[];

/** ClickHouse's own frames: each column of a table is a file of them, of all lengths. */
beforeAll(async () => {
  opened = await openEmbedded();
  const { clickhouse } = opened;
  await clickhouse.command(sql`CREATE TABLE frames (a UInt64 CODEC(NONE), b String, c String CODEC(NONE), d UInt8)
ENGINE = MergeTree ORDER BY d PARTITION BY d SETTINGS min_bytes_for_wide_part = 0, min_compress_block_size = 1, max_compress_block_size = 999`);
  await clickhouse.command(sql`INSERT INTO frames
SELECT number, repeat(toString(number), number % 300), randomPrintableASCII(number % 1000), number % 40 FROM numbers(4000)`);
  const [row] = await clickhouse.query({
    name: 'test',
    sql: sql`SELECT path FROM system.parts WHERE table = 'frames' AND active`,
    row: z.object({ path: z.string() }),
  });
  const folder = join(row?.path ?? '', '..');
  files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.bin'))
    .map((name) => join(folder, name));
});

afterAll(() => opened.close());

test('is the checksum of each frame in files of ClickHouse', () => {
  const lengths = new Set<number>();
  for (const file of files) {
    const bytes = readFileSync(file);
    for (let at = 0; at < bytes.length; ) {
      const size = bytes.readUInt32LE(at + 17);
      const frame = bytes.subarray(at + 16, at + 16 + size);
      expect(cityHash128(frame), `${size} bytes`).toEqual([bytes.readBigUInt64LE(at), bytes.readBigUInt64LE(at + 8)]);
      lengths.add(size);
      at += 16 + size;
    }
  }
  expect(lengths.size).toBeGreaterThan(50);
});
