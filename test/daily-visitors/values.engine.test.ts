import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sql, string, trusted } from '../../src/clickhouse/sql.js';
import { campaignColumns } from '../../src/daily-visitors/campaign-link.js';
import { type CountedColumn, type CountedValues, countedColumns } from '../../src/daily-visitors/dimensions.js';
import { decodeValueSql, decodeValues, encodeValues, encodeValuesSql } from '../../src/daily-visitors/values.js';
import { openEmbedded, type TestClickHouse } from '../clickhouse/each-clickhouse.js';

let opened: TestClickHouse;

beforeAll(async () => {
  opened = await openEmbedded();
});

afterAll(() => opened.close());

const HOSTILE = [
  '',
  'news',
  'a b+c',
  '50%',
  '%25',
  '%2509',
  'a\tb',
  '\t',
  '&utm_medium=x',
  '?ref=a#b',
  "it's (a) *test*!",
  '~-_.',
  'Frühling "mehr" \\',
  '日本語 🎉',
  'a\u0000b',
  '\uFEFFbom',
  'x'.repeat(255),
] as const;

const row = z.object({ encoded: z.string(), decoded: z.array(z.string()) });

/** Encodes values with the engine, and decodes them again. */
async function byEngine(columns: readonly CountedColumn[], values: readonly string[]) {
  const aliases = columns.map((column, place) => sql`${string(values[place]!)} AS ${trusted(column)}`);
  const decoded = columns.map((_, place) => decodeValueSql(columns, place));
  const [found] = await opened.clickhouse.query({
    name: 'test',
    row,
    sql: sql`SELECT value AS encoded, [${decoded.reduce((all, each) => sql`${all}, ${each}`)}] AS decoded
FROM (SELECT ${encodeValuesSql(columns)} AS value FROM (SELECT ${aliases.reduce((all, each) => sql`${all}, ${each}`)}))`,
  });
  return found;
}

test.each([[['city', 'country'] as const], [campaignColumns]])(
  'values of %j are one text, the same in the program and in the engine, and come back',
  async (columns) => {
    for (const [place, value] of HOSTILE.entries()) {
      const values = columns.map((_, index) => HOSTILE[(place + 5 * index) % HOSTILE.length] ?? value);
      const none = Object.fromEntries(countedColumns.map((column) => [column, ''])) as CountedValues;
      const byColumn = Object.fromEntries(columns.map((column, index) => [column, values[index]]));
      const encoded = encodeValues(columns, { ...none, ...byColumn });
      expect(decodeValues(columns, encoded)).toEqual(values);
      expect(await byEngine(columns, values)).toEqual({ encoded, decoded: values });
    }
  },
);

test('only a campaign of which all is empty is an empty text', () => {
  const none = Object.fromEntries(countedColumns.map((column) => [column, ''])) as CountedValues;
  expect(encodeValues(campaignColumns, none)).toBe('');
  expect(encodeValues(campaignColumns, { ...none, ref: 'a b' })).toBe('?ref=a%20b');
});
