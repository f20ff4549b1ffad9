import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Insert } from '../../../src/clickhouse/clickhouse.js';
import { migrateClickHouse } from '../../../src/clickhouse/migrate.js';
import { sql } from '../../../src/clickhouse/sql.js';
import { DropCounter } from '../../../src/collect/drop-counter.js';
import { DropWriter } from '../../../src/collect/sessions/drop-writer.js';
import { openEmbedded, type TestClickHouse } from '../../clickhouse/each-clickhouse.js';
import { rowsOf } from '../../clickhouse/rows.js';

const NOW = Date.UTC(2026, 0, 1);
const WEBSITE = '6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01';

let opened: TestClickHouse;

beforeAll(async () => {
  opened = await openEmbedded();
  await migrateClickHouse(opened.clickhouse, undefined);
});

afterAll(() => opened.close());

test('what ClickHouse did not take for long goes in two inserts, and counts once', async () => {
  let isAway = true;
  const tokens: string[] = [];
  const insert = async (rows: Insert) => {
    tokens.push(rows.token);
    await opened.clickhouse.insert(rows);
    if (isAway) throw new Error('the answer was lost');
  };
  const counter = new DropCounter();
  const writer = new DropWriter(
    { ...opened.clickhouse, insert },
    () => counter.take(),
    () => undefined,
  );
  for (let second = 0; second < 20; second += 1) {
    counter.add(WEBSITE, 'bot', NOW);
    await expect(writer.flush()).rejects.toThrow('the answer was lost');
  }
  expect(new Set(tokens).size).toBe(1);
  isAway = false;
  await writer.flush();
  expect(new Set(tokens).size).toBe(2);
  expect(await rowsOf(opened.clickhouse, sql`SELECT toString(sum(events)) AS events FROM drops`)).toEqual([
    { events: '20' },
  ]);
});
