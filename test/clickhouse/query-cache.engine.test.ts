import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { ClickHouse, Query } from '../../src/clickhouse/clickhouse.js';
import { migrateClickHouse } from '../../src/clickhouse/migrate.js';
import { withQueryCache } from '../../src/clickhouse/query-cache.js';
import { integer, sql, uuid } from '../../src/clickhouse/sql.js';
import { WEBSITE } from '../collect/sessions/tracked-event.js';
import { openEmbedded, type TestClickHouse } from './each-clickhouse.js';

let opened: TestClickHouse;
let cached: ClickHouse;
let queried: string[];
/** Whether the engine says at which version it is. */
let tells: boolean;

beforeAll(async () => {
  opened = await openEmbedded();
  await migrateClickHouse(opened.clickhouse, undefined);
});

afterAll(() => opened.close());

beforeEach(() => {
  const { clickhouse } = opened;
  queried = [];
  tells = true;
  cached = withQueryCache({
    ...clickhouse,
    version: () => (tells ? clickhouse.version() : undefined),
    query: (query) => {
      queried.push(query.name);
      return clickhouse.query(query);
    },
  });
});

const row = z.object({ rows: z.coerce.number() });

const pageviews: Query<z.infer<typeof row>> = {
  name: 'pageviews',
  row,
  sql: sql`SELECT sum(pageviews) AS rows FROM usage WHERE account_id = ${uuid(WEBSITE)}`,
};

const numbers = (count: number) => ({
  name: `${count} numbers`,
  row: z.object({ number: z.string() }),
  sql: sql`SELECT number FROM numbers(${integer(count)})`,
});

const arrive = () =>
  opened.clickhouse.command(
    sql`INSERT INTO usage (account_id, pageviews) SELECT ${uuid(WEBSITE)}, 1 SETTINGS insert_deduplicate = 0`,
  );

test('equal questions at once are asked once', async () => {
  const answers = await Promise.all([cached.query(pageviews), cached.query(pageviews), cached.query({ ...pageviews })]);
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  expect(queried).toEqual(['pageviews']);
});

test('so are those that follow, until something is written, which is seen at once', async () => {
  const [before] = await cached.query(pageviews);
  await cached.query(pageviews);
  expect(queried).toHaveLength(1);
  await arrive();
  expect(await cached.query(pageviews)).toEqual([{ rows: before!.rows + 1 }]);
  expect(queried).toHaveLength(2);
});

test('what is asked while something is written is asked each time', async () => {
  const written = arrive();
  await Promise.all([cached.query(pageviews), cached.query(pageviews)]);
  expect(queried).toHaveLength(2);
  await written;
});

test('an answer that was under way when something was written is nobody else\u2019s', async () => {
  const early = cached.query(pageviews);
  await arrive();
  const [late] = await cached.query(pageviews);
  expect(queried).toHaveLength(2);
  expect((await early)[0]!.rows).toBeLessThanOrEqual(late!.rows);
});

test('other values, and rows of another shape, are other questions', async () => {
  const two = numbers(2);
  expect(await cached.query(two)).toHaveLength(2);
  expect(await cached.query({ ...two, ...numbers(3), row: two.row })).toHaveLength(3);
  expect(await cached.query({ ...two, row: z.object({ number: z.coerce.number() }) })).toEqual([
    { number: 0 },
    { number: 1 },
  ]);
  expect(queried).toHaveLength(3);
});

test('a failure is not kept', async () => {
  const wrong = { ...pageviews, sql: sql`SELECT throwIf(1) AS rows` };
  await expect(cached.query(wrong)).rejects.toThrow();
  await expect(cached.query(wrong)).rejects.toThrow();
  expect(queried).toHaveLength(2);
});

test('where nobody can tell whether rows change, every question is asked', async () => {
  tells = false;
  await Promise.all([cached.query(pageviews), cached.query(pageviews)]);
  expect(queried).toHaveLength(2);
});

const asOneRow = {
  name: '60000 numbers in one row',
  row: z.object({ numbers: z.array(z.number()) }),
  sql: sql`SELECT range(60000) AS numbers`,
};

test.each([numbers(60_000), asOneRow])('no more is kept than fits: $name', async (many) => {
  await cached.query(pageviews);
  await cached.query<unknown>(many);
  await cached.query<unknown>(many);
  await cached.query(pageviews);
  expect(queried).toEqual(['pageviews', many.name, many.name, 'pageviews']);
});
