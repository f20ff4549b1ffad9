import { expect, test } from 'vitest';
import { compile } from '../../../src/clickhouse/sql.js';
import { filterNames } from '../../../src/stats/dimensions.js';
import { checkRows } from '../../rows.js';
import { statementsFor } from './statements.js';

const MARKER = 'from-outside';
const WEBSITE = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const [START, END, BUCKET, LIMIT] = [1_767_225_600_111, 1_767_830_400_222, 1_767_312_000_333, 54_321];

const marked = (name: string): string => `${MARKER}-${name}'"\\{p0:String}`;

const all = Object.fromEntries(filterNames.map((name) => [name, marked(name)]));
const alone = Object.fromEntries(filterNames.map((name) => [name, { [name]: marked(name) }]));

const statements = await statementsFor({
  websiteId: WEBSITE,
  start: START,
  end: END,
  bucketStarts: [START, BUCKET],
  limit: LIMIT,
  filters: { plain: {}, all, ...alone },
});

test('no statement has a value from outside in its text', () =>
  checkRows(
    statements.map((statement) => [statement.endpoint, statement.variant, statement.sql] as const),
    ([, , sql]) => {
      const { text } = compile(sql);
      for (const value of [MARKER, WEBSITE, START, END, BUCKET, LIMIT, LIMIT + 1]) {
        expect(text).not.toContain(String(value));
      }
    },
  ));

test('every filter reaches the statement as a parameter', () => {
  for (const { variant, sql } of statements) {
    const values = Object.values(compile(sql).parameters);
    const expected = variant === 'all' ? filterNames : filterNames.filter((name) => name === variant);
    for (const name of filterNames) expect(values.includes(marked(name))).toBe(expected.includes(name));
  }
});
