import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrateClickHouse } from '../../src/clickhouse/migrate.js';
import { compile, type Sql, sql } from '../../src/clickhouse/sql.js';
import { eventColumns } from '../../src/sessions/row.js';
import type { Filters } from '../../src/stats/question.js';
import { openEmbedded, type TestClickHouse } from '../clickhouse/each-clickhouse.js';
import { rowsOf } from '../clickhouse/rows.js';
import { linesOf, trackedEvent, traitsWith, WEBSITE } from '../sessions/tracked-event.js';
import { type EndpointStatement, statementsFor } from './statements.js';

const DAY = 24 * 60 * 60 * 1000;
const START = Date.UTC(2026, 0, 1);

const statements = [
...(await statementsFor({
  websiteId: WEBSITE,
  start: START,
  end: START + 7 * DAY,
  bucketStarts: Array.from({ length: 7 }, (_, day) => START + day * DAY),
  limit: 10,
  filters: {
    plain: {},
    'browser=Firefox': { browser: 'Firefox' },
    'page=/pricing': { page: '/pricing' },
    'browser=Firefox&page=/pricing': { browser: 'Firefox', page: '/pricing' },
  },
}))];

/** Statements about days of which those before the 65th were made. */
const madeOf = async (first: number, end: number, filters: Readonly<Record<string, Filters>>) =>
  statementsFor({
    websiteId: WEBSITE,
    start: START + first * DAY,
    end: START + end * DAY,
    bucketStarts: [START + first * DAY, START + (end - 4) * DAY],
    limit: 10,
    filters,
    built: { zone: 'UTC', until: START + 65 * DAY },
  });

/** Two edges of months, a whole one, and days that are too new. */
const made = await madeOf(4, 70, {
  made: {},
  'made, browser=Firefox': { browser: 'Firefox' },
  'made, page=/pricing': { page: '/pricing' },
  'made, browser=Firefox&country=DE': { browser: 'Firefox', country: 'DE' },
});

/** Few days that were made, and some that are too new. */
const recent = await madeOf(60, 70, { recent: {} });

/** Days of one month that were all made. */
const settled = await madeOf(35, 45, { settled: {}, 'settled, browser=Firefox': { browser: 'Firefox' } });

/** Many of them, on which visitors come alike. */
const many = await madeOf(3, 65, {
  'many days, browser=Firefox': { browser: 'Firefox' },
  'many days, channel=Email': { channel: 'Email' },
});

statements.push(
  ...[...made, ...recent, ...settled, ...many].filter(({ asked }) => /^(made|recent|settled|many)/.test(asked)),
);

/** The statement, and its parameters as comments below. */
function shown({ asked, sql }: EndpointStatement): string {
  const { text, parameters } = compile(sql);
  const values = Object.entries(parameters).map(([name, value]) => `-- ${name} = ${JSON.stringify(value)}`);
  return [`-- ${asked}`, `${text};`, ...values].join('\n');
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

  test('asks what its snapshot shows', async () => {
    await expect(`${own.map(shown).join('\n\n')}\n`).toMatchFileSnapshot(`${endpoint}.sql`);
  });

  test.each(own.map(({ asked, sql }) => [asked, sql] as const))(
    '%s is understood by the engine, and answered',
    async (_, statement: Sql) => {
      expect(await rowsOf(opened.clickhouse, sql`EXPLAIN ${statement}`)).not.toEqual([]);
      await rowsOf(opened.clickhouse, statement);
    },
  );
});
