import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { sql } from '../../src/clickhouse/sql.js';
import { DRIVERS, openAround, openEmbedded } from './each-clickhouse.js';
import { rowsOf } from './rows.js';

const TIMEOUT_EXCEEDED = 159;
const MEMORY_LIMIT_EXCEEDED = 241;

// The limits of a question as they are, but small enough for a test.
vi.mock(import('../../src/clickhouse/settings.js'), async (original) => {
  const settings = await original();
  return {
    ...settings,
    streamSettings: { ...settings.streamSettings, max_execution_time: 1 },
    querySettings: { ...settings.querySettings, max_execution_time: 1, max_memory_usage: 50_000_000 },
  };
});

describe.each(DRIVERS)('through %s', (_, open) => {
  const opened = openAround(open);
  const clickhouse = () => opened().clickhouse;
  const endless = sql`SELECT count() AS n FROM numbers(1000000000000) WHERE sipHash64(number) = 1`;
  const greedy = sql`SELECT length(groupArray(number)) AS n FROM numbers(100000000)`;

  test('a statement that changes something groups on disk what would take much memory', async () => {
    await clickhouse().command(sql`INSERT INTO FUNCTION null('number UInt64, rows UInt64')
SELECT number, count() FROM numbers(10000000) GROUP BY number
SETTINGS max_memory_usage = 500000000`);
  });

  test('a question that takes too long is stopped, and frees its place', async () => {
    const asked = [1, 2, 3, 4].map(() => rowsOf(clickhouse(), endless));
    const refused = await Promise.allSettled(asked);
    for (const each of refused) {
      expect(each).toMatchObject({ reason: { name: 'ClickHouseError', code: TIMEOUT_EXCEEDED } });
    }
    expect(await rowsOf(clickhouse(), sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });

  test('a question that takes too much memory is stopped, and its neighbour is not', async () => {
    const asked = rowsOf(clickhouse(), greedy);
    const neighbour = rowsOf(clickhouse(), sql`SELECT 1 AS one`);
    await expect(asked).rejects.toMatchObject({ name: 'ClickHouseError', code: MEMORY_LIMIT_EXCEEDED });
    expect(await neighbour).toEqual([{ one: 1 }]);
  });

  test('a question that is stopped is no fault of a row', async () => {
    const { isRowError } = await import('../../src/clickhouse/row-error.js');
    await expect(rowsOf(clickhouse(), greedy)).rejects.not.toSatisfy(isRowError);
  });
});

test('a long answer of the embedded engine that is read too slowly breaks off, and frees its place', async () => {
  const opened = await openEmbedded();
  const rows = { name: 'test', sql: sql`SELECT number FROM numbers(100000)`, row: z.object({ number: z.string() }) };
  const readSlowly = async () => {
    for await (const _ of opened.clickhouse.stream(rows)) await wait(50);
  };
  const readers = await Promise.allSettled([readSlowly(), readSlowly(), readSlowly()]);
  for (const each of readers) {
    expect(each).toMatchObject({ reason: { name: 'ClickHouseError', code: TIMEOUT_EXCEEDED } });
  }
  await opened.close();
});
