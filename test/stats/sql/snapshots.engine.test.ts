import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrateClickHouse } from '../../../src/clickhouse/migrate.js';
import { compile, type Sql, sql } from '../../../src/clickhouse/sql.js';
import { eventColumns } from '../../../src/collect/sessions/row.js';
import { columnName, filterNames } from '../../../src/stats/dimensions.js';
import type { Filters } from '../../../src/stats/query.js';
import { openEmbedded, type TestClickHouse } from '../../clickhouse/each-clickhouse.js';
import { rowsOf } from '../../clickhouse/rows.js';
import { linesOf, trackedEvent, traitsWith, WEBSITE } from '../../collect/sessions/tracked-event.js';
import { type EndpointStatement, statementsFor } from './statements.js';

const DAY = 24 * 60 * 60 * 1000;
const START = Date.UTC(2026, 0, 1);

const statementsOf = (
  range: { readonly start: number; readonly end: number },
  filters: Readonly<Record<string, Filters>>,
) => statementsFor({ websiteId: WEBSITE, ...range, bucketStarts: [range.start, START + DAY], limit: 10, filters });

/** Whole days, and a range that begins within a quarter of an hour. */
const statements = [
  ...(await statementsOf(
    { start: START, end: START + 7 * DAY },
    { plain: {}, 'browser=Firefox': { browser: 'Firefox' }, 'page=/pricing': { page: '/pricing' } },
  )),
  ...(
    await statementsOf({ start: START + 1, end: START + 7 * DAY }, { 'from within a quarter of an hour': {} })
  ).filter(({ variant }) => variant.startsWith('from')),
];

/** The statement, and its parameters as comments below. */
function shown({ variant, sql }: EndpointStatement): string {
  const { text, parameters } = compile(sql);
  const values = Object.entries(parameters).map(([name, value]) => `-- ${name} = ${JSON.stringify(value)}`);
  return [`-- ${variant}`, `${text};`, ...values].join('\n');
}

let opened: TestClickHouse;

beforeAll(async () => {
  opened = await openEmbedded();
  await migrateClickHouse(opened.clickhouse, undefined);
  const events = [
    trackedEvent({ time: START + 1 }),
    trackedEvent({ time: START + 2, path: '/pricing' }),
    trackedEvent({ time: START + 3, type: 'exit', path: '/pricing', link: 'https://other.example/' }),
    trackedEvent({ time: START + DAY, visitorId: '2', traits: traitsWith({ browser: 'Chrome', utmSource: 'news' }) }),
  ];
  const body = Buffer.from(linesOf(events).join(''));
  await opened.clickhouse.insert({ table: 'events', columns: eventColumns, body, token: 'events' });
});

afterAll(() => opened.close());

describe.each([...new Set(statements.map(({ endpoint }) => endpoint))])('%s', (endpoint) => {
  const own = statements.filter((statement) => statement.endpoint === endpoint);

  test('has no alias with the name of a column that filters compare, which it would replace', () => {
    const columns = filterNames.map(columnName);
    for (const { sql } of own) {
      const [selected = ''] = compile(sql).text.split('\nFROM ');
      const aliases = [...selected.matchAll(/ AS (\w+)/g)].map(([, alias]) => alias);
      expect(aliases.filter((alias) => columns.some((column) => column === alias))).toEqual([]);
    }
  });

  test('asks what its snapshot shows', async () => {
    await expect(`${own.map(shown).join('\n\n')}\n`).toMatchFileSnapshot(`${endpoint}.sql`);
  });

  test.each(own.map(({ variant, sql }) => [variant, sql] as const))(
    '%s is understood by the engine, and answered',
    async (_, statement: Sql) => {
      expect(await rowsOf(opened.clickhouse, sql`EXPLAIN ${statement}`)).not.toEqual([]);
      await rowsOf(opened.clickhouse, statement);
    },
  );
});
