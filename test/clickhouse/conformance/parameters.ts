import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ClickHouse, ClickHouseError } from '../../../src/clickhouse/clickhouse.js';
import {
  date,
  instant,
  integer,
  integers,
  join,
  type Parameter,
  type Sql,
  sql,
  string,
  unsigned,
  uuid,
  uuids,
} from '../../../src/clickhouse/sql.js';
import { HOSTILE, titleOf } from '../hostile.js';
import { countOf, rowsOf } from '../rows.js';

const ID = '6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01';

/** A parameter comes through as it is, and never as SQL. */
export function parameterSuite(clickhouse: () => ClickHouse): void {
  const valueFrom = async (expression: Sql): Promise<unknown> =>
    (await rowsOf(clickhouse(), sql`SELECT ${expression} AS value`))[0]?.value;

  test.each(HOSTILE.map((text) => [titleOf(text), text] as const))(
    'of text comes through whole: %s',
    async (_, text) => {
      const [row] = await rowsOf(clickhouse(), sql`SELECT ${string(text)} AS value, length(${string(text)}) AS bytes`);
      expect(row).toEqual({ value: text.toWellFormed(), bytes: String(Buffer.byteLength(text)) });
    },
  );

  test('of text comes through whole, whatever it is', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 20 }), async (texts) => {
        const list = join(
          texts.map((text) => sql`${string(text)}`),
          ', ',
        );
        expect(await valueFrom(sql`[${list}]`)).toEqual(texts);
      }),
      { numRuns: 50 },
    ));

  test('of a list of texts comes through whole', async () => {
    const texts = HOSTILE.filter(({ length }) => length < 1_000).map((text) => text.toWellFormed());
    expect(await valueFrom(sql`${{ type: 'Array(String)', value: texts }}`)).toEqual(texts);
  });

  test.each<readonly [string, Parameter, unknown]>([
    ['a UUID', uuid(ID), ID],
    ['the largest safe integer', integer(Number.MAX_SAFE_INTEGER), '9007199254740991'],
    ['the smallest safe integer', integer(Number.MIN_SAFE_INTEGER), '-9007199254740991'],
    ['a number that a double cannot hold', unsigned('9007199254740993'), '9007199254740993'],
    ['the largest 64-bit number', unsigned('18446744073709551615'), '18446744073709551615'],
    ['no integers', integers([]), []],
    ['integers', integers([-1, 0, 1_767_225_600_123]), ['-1', '0', '1767225600123']],
    ['a day', date(20_474), '2026-01-21'],
    ['a day before the first of the engine', date(-25_567), '1970-01-01'],
    ['a day after its last', date(1_000_000_000), '2149-06-06'],
    ['no UUIDs', uuids([]), []],
    ['UUIDs', uuids([ID, ID]), [ID, ID]],
  ])('%s is exact', async (_, parameter, value) => {
    expect(await valueFrom(sql`${parameter}`)).toEqual(value);
  });

  test('of the buckets of a year by the hour comes through whole', async () => {
    const hours = Array.from({ length: 366 * 24 }, (_, hour) => Date.UTC(2026, 0, 1) + hour * 3_600_000);
    expect(await valueFrom(sql`${integers(hours)}`)).toEqual(hours.map(String));
  });

  test.each([
    ['1970-01-01T00:00:00.000Z'],
    ['2026-03-29T01:59:59.999Z'],
    ['2026-03-29T02:00:00.001Z'],
    ['2099-12-31T23:59:59.999Z'],
  ])('the instant %s keeps its milliseconds', async (time) => {
    const expected = time.replace('T', ' ').replace('Z', '');
    expect(await valueFrom(instant(Date.parse(time)))).toBe(expected);
  });

  test.each<readonly [string, Parameter]>([
    ['a UUID', uuid("' OR 1 = 1 --")],
    ['a list of UUIDs', uuids(["') OR (1 = 1"])],
    ['a number', unsigned('1; DROP TABLE events')],
    ['a number below zero', unsigned('-1')],
    ['an integer', integer(Number.NaN)],
    ['a list of integers', integers([1.5])],
  ])('that is no %s is refused', async (_, parameter) => {
    const before = await countOf(clickhouse(), 'events');
    const value = valueFrom(sql`${parameter}`);
    await expect(value).rejects.toThrow(ClickHouseError);
    expect(await countOf(clickhouse(), 'events')).toBe(before);
  });

  test('of one of 200 statements at once is no other one’s', async () => {
    const results = Array.from({ length: 200 }, (_, index) =>
      rowsOf(clickhouse(), sql`SELECT ${string(`text ${index}`)} AS text, ${integer(index)} AS number`),
    );
    const expected = results.map((_, index) => [{ text: `text ${index}`, number: String(index) }]);
    expect(await Promise.all(results)).toEqual(expected);
  });

  test('does not stay behind for the next statement', async () => {
    await rowsOf(clickhouse(), sql`SELECT ${string('a')}, ${string('b')}`);
    expect(await valueFrom(sql`${string('c')}`)).toBe('c');
  });
}
