import { expect, test } from 'vitest';
import type { ClickHouse } from '../../../src/clickhouse/clickhouse.js';
import { sql } from '../../../src/clickhouse/sql.js';
import { MIGRATION_NAMES } from '../migration-names.js';
import { countOf, rowsOf } from '../rows.js';

/** Refused as read-only; behind the HTTP interface some are no statement at all, with a format after them. */
const REFUSALS = [164, 62];

const REFUSED = [
  `INSERT INTO migrations (version, name, checksum) VALUES (9, 'x', 'x')`,
  `INSERT INTO FUNCTION file('/tmp/footfall-out.csv', 'CSV', 'a Int8') SELECT 1`,
  `SELECT * FROM file('/etc/passwd', 'LineAsString')`,
  `SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')`,
  `SET max_execution_time = 0`,
  `SET readonly = 0`,
  `SELECT 1 SETTINGS max_memory_usage = 0`,
  `SELECT 1 SETTINGS readonly = 0`,
  `DROP TABLE events`,
  `TRUNCATE TABLE events`,
  `ALTER TABLE events DELETE WHERE 1`,
  `CREATE TABLE mine (a Int8) ENGINE = Memory`,
  `OPTIMIZE TABLE events`,
];

/** The client for queries can change nothing. */
export function readingSuite(clickhouse: () => ClickHouse): void {
  test.each(REFUSED)('refuses %s', async (statement) => {
    const asked = rowsOf(clickhouse(), { chunks: [statement], parameters: [] });
    await expect(asked).rejects.toMatchObject({ name: 'ClickHouseError', code: expect.toBeOneOf(REFUSALS) });
  });

  test('stays open for the next question, and nothing has changed', async () => {
    expect(await countOf(clickhouse(), 'migrations')).toBe(MIGRATION_NAMES.length);
    expect(await rowsOf(clickhouse(), sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });
}
