import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type LoggedQuery, logQueries } from '../../src/clickhouse/log-queries.js';
import { integer, sql } from '../../src/clickhouse/sql.js';
import { openEmbedded, type TestClickHouse } from './each-clickhouse.js';

let opened: TestClickHouse;

beforeAll(async () => {
  opened = await openEmbedded();
});

afterAll(() => opened.close());

const numbers = (count: number) => ({
  name: 'numbers',
  row: z.object({ number: z.string() }),
  sql: sql`SELECT number FROM numbers(${integer(count)})`,
});

test('answered queries are logged with SQL, parameters, rows and milliseconds', async () => {
  const logged: LoggedQuery[] = [];
  const clickhouse = logQueries(opened.clickhouse, (query) => logged.push(query));
  await clickhouse.query(numbers(3));
  let streamed = 0;
  for await (const batch of clickhouse.stream(numbers(1_000))) streamed += batch.length;
  const entry = { query: 'numbers', sql: 'SELECT number FROM numbers({p0:Int64})', milliseconds: expect.any(Number) };
  expect(streamed).toBe(1_000);
  expect(logged).toEqual([
    { ...entry, parameters: { p0: 3 }, rows: 3 },
    { ...entry, parameters: { p0: 1_000 }, rows: 1_000 },
  ]);
});

test('a query that fails is not logged', async () => {
  const logged: LoggedQuery[] = [];
  const clickhouse = logQueries(opened.clickhouse, (query) => logged.push(query));
  await expect(clickhouse.query({ ...numbers(1), sql: sql`SELECT nothing` })).rejects.toThrow();
  expect(logged).toEqual([]);
});
