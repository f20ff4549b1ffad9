import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trusted } from '../../src/clickhouse/sql.js';
import type { DimensionName } from '../../src/stats/dimensions.js';
import type { TestService } from './test-service.js';

// What CONTRIBUTING.md says of adding a dimension, for a trait that `events` has already: the versions of browsers. The lists are
// added to before anything reads them.
const { sessionTraits } = await import('../../src/clickhouse/session-traits.js');
(sessionTraits as unknown as string[]).push('browser_version');
const { countedDimensions } = await import('../../src/daily-visitors/dimensions.js');
(countedDimensions as unknown as string[][]).push(['browser_version']);
const { dimensions } = await import('../../src/stats/dimensions.js');
Object.assign(dimensions, { browserVersion: { column: 'browser_version', of: 'session' } });

const NAME = 'browserVersion' as DimensionName;

const { rebuildDerivedTables } = await import('../../src/clickhouse/derived-tables.js');
const { answer } = await import('../../src/stats/answer.js');
const { sourceFor } = await import('../../src/stats/plan.js');
const { main } = await import('../../src/stats/reports/main.js');
const { endCounts } = await import('../../src/websites/count.js');
const { apiClient } = await import('./api-client.js');
const { counted, expectDailyVisitors } = await import('./daily-visitors.js');
const { testService } = await import('./test-service.js');

/** The migration: the column in both tables and in the views that fill them. */
const MIGRATION = await Promise.all(
  // The file that has the latest query of the view.
  (
    [
      ['visits', '0002_visits'],
      ['sessions', '0011_daily_visitors'],
    ] as const
  ).map(async ([table, file]) => {
    const text = await readFile(new URL(`../../clickhouse/${file}.sql`, import.meta.url), 'utf8');
    const view = text.slice(text.indexOf(`${table}_from_events`));
    const select = /SELECT\n[\s\S]*?(?=\n----|$)/.exec(view)![0].replaceAll('{{local}}', '');
    return [
      `ALTER TABLE ${table} ADD COLUMN browser_version SimpleAggregateFunction(any, LowCardinality(String))`,
      `ALTER TABLE ${table}_from_events MODIFY QUERY ${select.replace('any(stored.os)', 'any(stored.browser_version) AS browser_version,\n  any(stored.os)')}`,
    ];
  }),
);

const lineOf = (visitor: number, day: number) => ({
  timestamp: `2026-03-0${day}T10:00:00Z`,
  type: 'pageview' as const,
  url: 'https://example.com/',
  visitor: String(visitor),
  device: 'desktop' as const,
  userAgent: `Mozilla/5.0 (X11; Linux x86_64; rv:${140 + (visitor % 3)}.0) Gecko/20100101 Firefox/${140 + (visitor % 3)}.0`,
});

let service: TestService;

beforeAll(async () => {
  service = await testService({ clock: Date.UTC(2026, 3, 1) });
});

afterAll(() => service.close());

test('a dimension that is added groups and filters what is stored already, and what comes, from every table', async () => {
  const { clickhouse } = service;
  const client = await apiClient(service);
  const { id: websiteId } = await client.website({ domain: 'example.com', timezone: 'UTC' });
  const history = Array.from({ length: 30 }, (_, visitor) => [
    lineOf(visitor, 1 + (visitor % 2)),
    lineOf(visitor, 5),
  ]).flat();
  await client.history(websiteId, history);

  for (const statement of MIGRATION.flat()) await clickhouse.command(trusted(statement));
  const alone = <T>(_: string, task: () => Promise<T>) => task();
  await rebuildDerivedTables({ clickhouse, websiteId, before: undefined, alone });
  await endCounts(service.services.websites, [websiteId]);
  await client.history(websiteId, [lineOf(100, 6), lineOf(101, 6)]);
  const count = await counted(service, websiteId);
  await expectDailyVisitors(clickhouse, websiteId, count);

  const range = { start: Date.UTC(2026, 2, 1), end: Date.UTC(2026, 2, 10) };
  const scope = { websiteId, range, filter: undefined };
  const list = { name: 'test', dimensions: [NAME], metrics: ['visitors'], levels: [1, 0] } as const;
  const rows = ['140', '141', '142'].map((version) => expect.objectContaining({ key: [version] }));
  const sources = [{ ...scope, count }, scope, { ...scope, range: { ...range, start: range.start + 1 } }];
  expect(new Set(sources.map((query) => sourceFor({ ...query, ...list }))).size).toBe(3);
  for (const query of sources) {
    const found = await answer(clickhouse, { ...query, ...list });
    expect(found.total.now.visitors).toBe(32);
    expect(found.rows.toSorted((a, b) => a.key.join().localeCompare(b.key.join()))).toEqual(rows);
    for (const { key, now } of found.rows) {
      const filter = { dimension: NAME, operator: 'is', values: key } as const;
      const { totalVisitors } = await main(clickhouse, { ...query, filter }, { start: range.start, end: range.start });
      expect(totalVisitors).toBe(now.visitors);
    }
  }
});
