import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ClickHouse } from '../../../src/clickhouse/clickhouse.js';
import { sql, uuid } from '../../../src/clickhouse/sql.js';
import { HOSTILE } from '../hostile.js';
import { MIGRATION_NAMES } from '../migration-names.js';
import { countOf, rowsOf } from '../rows.js';

const ID = '6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01';

/** A setting of a statement is taken for its value, and is that statement's alone. */
export function settingSuite(clickhouse: () => ClickHouse): void {
  const insertOne = (token: string) =>
    clickhouse().insert({
      table: 'sessions',
      columns: ['website_id', 'visitor_id', 'session_start'],
      body: Buffer.from(`["${ID}","1",0]\n`),
      token,
    });

  test.each(HOSTILE.filter((text) => text.isWellFormed() && !text.includes('\0') && text.length < 1000))(
    'takes %j for its value',
    async (text) => {
      await insertOne(`token ${text}`);
      expect(await clickhouse().query({ name: text, sql: sql`SELECT 1 AS one`, row: z.unknown() })).toBeDefined();
      expect(await countOf(clickhouse(), 'migrations')).toBe(MIGRATION_NAMES.length);
    },
  );

  test('of one statement is not the next one’s', async () => {
    await insertOne('a token');
    await clickhouse().delete('sessions', sql`website_id = ${uuid(ID)}`);
    const asked = sql`SELECT name FROM system.settings WHERE changed AND name IN (
  'insert_deduplication_token', 'log_comment', 'mutations_sync', 'async_insert'
) AND value NOT IN ('', 'test')`;
    expect(await rowsOf(clickhouse(), asked)).toEqual([]);
  });
}
