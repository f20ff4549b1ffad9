import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrateClickHouse } from '../../../src/clickhouse/migrate.js';
import { integer, type Sql, sql, uuid } from '../../../src/clickhouse/sql.js';
import { lastDaysQuery } from '../../../src/stats/reports/last-day.js';
import { matching, reached } from '../../../src/stats/sources/conditions.js';
import { events } from '../../../src/stats/sources/events.js';
import type { Table } from '../../../src/stats/sources/table.js';
import { visits } from '../../../src/stats/sources/visits.js';
import { openEmbedded, type TestClickHouse } from '../../clickhouse/each-clickhouse.js';
import { rowsOf } from '../../clickhouse/rows.js';

const WEBSITE = '6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01';
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const MONTH = Date.UTC(2026, 0, 1);
const NOON = MONTH + 20.5 * DAY;
const ROWS_A_DAY = 10_000;
const TWO_GRANULES = 2 * 1024;

let opened: TestClickHouse;

beforeAll(async () => {
  opened = await openEmbedded();
  await migrateClickHouse(opened.clickhouse, undefined);
  await opened.clickhouse.command(sql`INSERT INTO events (website_id, visitor_id, time, session_start)
SELECT ${uuid(WEBSITE)}, cityHash64(number), at, at FROM (
  SELECT number, fromUnixTimestamp64Milli(toInt64(${integer(MONTH)} + number * ${integer(DAY / ROWS_A_DAY)}), 'UTC') AS at
  FROM numbers(${integer(31 * ROWS_A_DAY)})
)`);
});

afterAll(() => opened.close());

async function rowsToRead(statement: Sql): Promise<number> {
  const parts = await rowsOf(opened.clickhouse, sql`EXPLAIN ESTIMATE ${statement}`);
  return parts.reduce((sum, { rows }) => sum + Number(rows), 0);
}

describe.each<readonly [string, Table]>([
  ['events', events],
  ['visits', visits],
])('of %s', (_, source) => {
  const rowsOfRange = (start: number, end: number): Sql =>
    matching(source, { websiteId: WEBSITE, range: { start, end }, filter: undefined });

  test.each<readonly [string, number, Sql]>([
    ['an hour', 1, rowsOfRange(NOON, NOON + HOUR)],
    ['a day of UTC', 1, rowsOfRange(NOON - DAY / 2, NOON + DAY / 2)],
    ['the halves of two days', 2, rowsOfRange(NOON, NOON + DAY)],
    [
      'a day, and what its sessions reach',
      3,
      sql`website_id = ${uuid(WEBSITE)} AND ${reached(source, { start: NOON, end: NOON + DAY })}`,
    ],
  ])('%s is read without the rest of the month', async (_, days, condition) => {
    const rows = await rowsToRead(sql`SELECT uniq(visitor_id) FROM ${source.name} WHERE ${condition}`);
    expect(rows).toBeGreaterThanOrEqual(ROWS_A_DAY * days);
    expect(rows).toBeLessThanOrEqual(ROWS_A_DAY * days + TWO_GRANULES);
  });
});

test('so is the last day of websites', async () => {
  const hours = Array.from({ length: 24 }, (_, hour) => NOON - DAY + hour * HOUR);
  expect(await rowsToRead(lastDaysQuery([WEBSITE], hours, NOON).sql)).toBeLessThanOrEqual(
    ROWS_A_DAY * 2 + TWO_GRANULES,
  );
});
