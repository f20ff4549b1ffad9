import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { migrateClickHouse } from '../../src/clickhouse/migrate.js';
import { compile, ofWebsite, sql, uuid } from '../../src/clickhouse/sql.js';
import { eventColumns } from '../../src/collect/sessions/row.js';
import { openPlaces } from '../../src/collect/steps/place.js';
import { hashImportedVisitor } from '../../src/collect/steps/visitor.js';
import { recount } from '../../src/daily-visitors/recount.js';
import { readLine } from '../../src/history/import/line.js';
import { rebuiltRows } from '../../src/history/touched-sessions.js';
import type { Filters } from '../../src/stats/query.js';
import { hostileWebsite } from '../collect/hostile-collector.js';
import { ACCOUNT, linesOf } from '../collect/sessions/tracked-event.js';
import { randomHistory } from '../oracle/history.js';
import { importLines, type PastEvent } from '../oracle/past-event.js';
import { COUNT, statementsFor } from '../stats/sql/statements.js';
import { openEmbedded, openTwoShards, type TestClickHouse } from './each-clickhouse.js';
import { countOf, rowsOf } from './rows.js';
import { expectRowsOnBothShards } from './shard-rows.js';

const DAY = 24 * 60 * 60 * 1000;
const START = Date.UTC(2026, 1, 26);

/** The statement of usage asks for an account of this id too. */
const WEBSITE = ACCOUNT;

/** Longer than the texts that a cluster sends to its shards as they are by default. */
const LONG_PATH = `/${'long'.repeat(75)}`;

const random = randomHistory({
  seed: 1,
  zone: 'UTC',
  from: '2026-02-26',
  days: 5,
  visitors: 60,
  domain: 'example.com',
});

const history: readonly PastEvent[] = random.flatMap((event, index) =>
  index % 20 === 0 ? [event, { ...event, timestamp: later(event), url: `https://example.com${LONG_PATH}` }] : [event],
);

function later({ timestamp }: PastEvent): string {
  return new Date(Date.parse(timestamp) + 7).toISOString();
}

const FILTERS: Readonly<Record<string, Filters>> = {
  plain: {},
  'browser and page': { browser: 'Firefox', page: '/pricing' },
  'a page of 300 characters': { page: LONG_PATH },
  'an entry page of 300 characters': { entryPage: LONG_PATH },
};

/** Whole days, which `visits` answers, and a range within quarters of an hour, which `events` alone answers. */
const RANGES = {
  'whole days': { start: START + DAY, end: START + 4 * DAY },
  'any instants': { start: START + DAY + 1, end: START + 3 * DAY + 2 },
};

/** Rows that are inserted at once. */
const BLOCK = 300;

async function insertHistory(clickhouse: ClickHouse): Promise<void> {
  const context = {
    places: openPlaces(undefined, () => undefined),
    keysAt: () => ({ current: '' }),
    website: { ...hostileWebsite, id: WEBSITE },
    visitorNamed: (name: string) => hashImportedVisitor('', WEBSITE, name),
    takePropName: () => true,
    now: START + 30 * DAY,
    keptFrom: undefined,
  };
  const events = importLines(history.toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1)))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const read = readLine(line, context);
      if ('message' in read) throw new Error(read.message);
      return read.kept;
    });
  const lines = linesOf(events);
  for (let first = 0; first < lines.length; first += BLOCK) {
    const body = Buffer.from(lines.slice(first, first + BLOCK).join(''));
    // A block that comes again is the same block, on each shard.
    for (let time = 0; time < 2; time += 1) {
      await clickhouse.insert({ table: 'events', columns: eventColumns, body, token: `block-${first}` });
    }
  }
}

/** What every statement answers, in one order where its own is not defined. */
async function answersOf(clickhouse: ClickHouse): Promise<ReadonlyMap<string, unknown>> {
  const answers = new Map<string, unknown>();
  for (const [name, range] of Object.entries(RANGES)) {
    const bucketStarts = Array.from(
      { length: Math.ceil((range.end - range.start) / DAY) },
      (_, day) => range.start + day * DAY,
    );
    const values = { websiteId: WEBSITE, ...range, bucketStarts, limit: 10, filters: FILTERS };
    for (const { endpoint, variant, sql: statement } of await statementsFor(values)) {
      const rows = (await rowsOf(clickhouse, statement)).map(ordered);
      const found = /^ORDER BY .*\b(key|source)$/m.test(compile(statement).text) ? rows : rows.toSorted();
      // It says of any one visitor.
      const key = `${endpoint} of ${name}, ${variant}`;
      const known = (answers.get(key) ?? []) as readonly unknown[];
      answers.set(key, endpoint === 'has-events' ? found.length : [...known, ...found]);
    }
  }
  return answers;
}

/** The points of a chart come in any order. */
const ordered = (row: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(Array.isArray(row.points) ? { points: row.points.map((point) => JSON.stringify(point)).sort() } : row);

async function answersThrough(open: () => Promise<TestClickHouse>) {
  const opened = await open();
  try {
    await migrateClickHouse(opened.clickhouse, opened.cluster);
    await insertHistory(opened.clickhouse);
    if (opened.cluster !== undefined) await expectRowsOnBothShards(opened.clickhouse);
    const goesOn = async () => true;
    expect(await recount({ clickhouse: opened.clickhouse, websiteId: WEBSITE, count: COUNT, goesOn })).toBe(true);
    return await answersOf(opened.clickhouse);
  } finally {
    await opened.close();
  }
}

test('every statement answers on two shards what it answers on one node', async () => {
  const [expected, found] = [await answersThrough(openEmbedded), await answersThrough(openTwoShards)];
  expect([...found.keys()]).toEqual([...expected.keys()]);
  for (const [statement, rows] of found) expect(rows, statement).toEqual(expected.get(statement));
  const [main] = expected.get('main of whole days, a page of 300 characters') as readonly string[];
  const pageviews = 2;
  expect(JSON.parse(main!).facts[pageviews]).not.toBe('0');
  const [counted] = expected.get('main of whole days, counted') as readonly string[];
  expect(JSON.parse(counted!).points.length).toBeGreaterThan(3);
});

describe('two shards in one engine', () => {
  let opened: TestClickHouse;

  beforeAll(async () => {
    opened = await openTwoShards();
    await migrateClickHouse(opened.clickhouse, opened.cluster);
    await insertHistory(opened.clickhouse);
  });

  afterAll(() => opened.close());

  const values = (pairs: readonly (readonly [bigint, number])[]) =>
    Buffer.from(pairs.map(([visitor, time]) => `${JSON.stringify([WEBSITE, String(visitor), time])}\n`).join(''));

  test('have different rows, and a sub-query finds those of its own shard alone', async () => {
    const { clickhouse } = opened;
    await expectRowsOnBothShards(clickhouse);
    const visitors = Array.from({ length: 34 }, (_, index) => BigInt(index));
    const table = 'import_lines';
    const columns = ['import_id', 'visitor_id', 'time'];
    await clickhouse.insert({ table, columns, body: values(visitors.map((id) => [id, 0])), token: 'neighbors' });
    const neighbors = sql`SELECT visitor_id + 1 FROM import_lines WHERE import_id = ${uuid(WEBSITE)}`;
    const ofImport = sql`import_id = ${uuid(WEBSITE)}`;
    expect(await countOf(clickhouse, table, sql`${ofImport} AND visitor_id IN (${neighbors})`)).toBe(0);
    expect(await countOf(clickhouse, table, sql`${ofImport} AND visitor_id GLOBAL IN (${neighbors})`)).toBe(33);
    await clickhouse.dropPartition(table, uuid(WEBSITE));
    expect(await countOf(clickhouse, table)).toBe(0);
  });

  test('delete by sub-queries within sub-queries', async () => {
    const { clickhouse } = opened;
    const before = await countOf(clickhouse, 'events', ofWebsite(WEBSITE));
    const importId = '6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2eff';
    const some = sql`FROM events WHERE ${ofWebsite(WEBSITE)} AND intDiv(visitor_id, 2) % 2 = 0`;
    await clickhouse.command(sql`INSERT INTO import_sessions (import_id, visitor_id, session_start)
SELECT DISTINCT ${uuid(importId)}, visitor_id, session_start ${some}`);
    await clickhouse.command(sql`INSERT INTO import_lines (import_id, visitor_id, time)
SELECT ${uuid(importId)}, visitor_id, time ${some}`);
    await expectRowsOnBothShards(clickhouse, ['import_sessions', 'import_lines']);
    const chosen = await countOf(clickhouse, 'import_lines');
    await clickhouse.delete('events', rebuiltRows(importId, WEBSITE));
    expect(chosen).toBeGreaterThan(0);
    expect(await countOf(clickhouse, 'events', ofWebsite(WEBSITE))).toBe(before - chosen);
  });
});
