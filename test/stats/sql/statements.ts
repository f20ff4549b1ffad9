import type { ClickHouse, Query } from '../../../src/clickhouse/clickhouse.js';
import type { Sql } from '../../../src/clickhouse/sql.js';
import { answerTogether } from '../../../src/stats/answer.js';
import { type Filters, parseFilters, type Scope, type StatsQuery } from '../../../src/stats/query.js';
import { channelsQuery } from '../../../src/stats/reports/channels.js';
import { eventPropertiesQuery } from '../../../src/stats/reports/event-properties.js';
import { firstEventQuery } from '../../../src/stats/reports/first-event.js';
import { hasEvents } from '../../../src/stats/reports/has-events.js';
import { lastDaysQuery } from '../../../src/stats/reports/last-day.js';
import { type List, listQuery, rowsQuery } from '../../../src/stats/reports/list.js';
import { lists } from '../../../src/stats/reports/lists.js';
import { mainQuery } from '../../../src/stats/reports/main.js';
import { collectedPageviews } from '../../../src/stats/reports/usage.js';
import { visitorsChartQuery } from '../../../src/stats/reports/visitors-chart.js';
import { visitorsNowQuery } from '../../../src/stats/reports/visitors-now.js';
import { QUARTER_MS, type Range } from '../../../src/time/index.js';

const DAY = 24 * 60 * 60 * 1000;

/** The count that the statements about whole days ask. */
export const COUNT = { generation: 1, zone: 'UTC' };

/** A statement of an endpoint, and what it was asked with. */
export interface EndpointStatement {
  readonly endpoint: string;
  readonly asked: string;
  readonly sql: Sql;
}

/** What the statements are asked with. */
export interface Values {
  readonly websiteId: string;
  readonly start: number;
  readonly end: number;
  readonly bucketStarts: readonly number[];
  readonly limit: number;
  /** Sets of filters under the name that says which they are; `plain` is without. */
  readonly filters: Readonly<Record<string, Filters>>;
}

/** Every statement that answers a question about statistics. */
export async function statementsFor(values: Values): Promise<readonly EndpointStatement[]> {
  const { websiteId, start, end, bucketStarts, limit } = values;
  const range = { start, end };
  const comparison = { start: start - (end - start), end: start };
  const plain: Scope = { websiteId, range, filter: undefined };
  const asked: Asked[] = [
    ...Object.entries(values.filters).flatMap(([name, filters]) =>
      endpointQueries({ ...plain, filter: parseFilters(filters) }, comparison, bucketStarts, limit).map(
        ([endpoint, query]): Asked => [endpoint, name, [query]],
      ),
    ),
    ...(start % DAY === 0 && end % DAY === 0
      ? countedQueries({ ...plain, count: COUNT }, comparison, bucketStarts, limit)
      : []),
    ...Object.values<List>(lists).map((list): Asked => [list.path, 'limit=all', [listQuery(list, plain, {})]]),
  ];
  const answered = await Promise.all(
    asked.map(async ([endpoint, name, queries]) => {
      const statements = await asks((clickhouse) => Promise.all(answerTogether(clickhouse, queries)));
      return statements.map((sql) => ({ endpoint, asked: name, sql }));
    }),
  );
  const [hasAny, usage] = await Promise.all([
    asks((clickhouse) => hasEvents(clickhouse, websiteId)),
    asks((clickhouse) => collectedPageviews(clickhouse, websiteId, range)),
  ]);
  return [
    ...answered.flat(),
    ...Object.entries(values.filters).map(([name, filters]) => ({
      endpoint: 'event-properties',
      asked: name,
      sql: eventPropertiesQuery({ ...plain, filter: parseFilters(filters) }, 'signup').sql,
    })),
    ...hasAny.map((sql) => ({ endpoint: 'has-events', asked: 'plain', sql })),
    { endpoint: 'first-event', asked: 'plain', sql: firstEventQuery(websiteId).sql },
    { endpoint: 'visitors-now', asked: 'plain', sql: visitorsNowQuery(websiteId, end).sql },
    { endpoint: 'last-day', asked: 'plain', sql: lastDaysQuery([websiteId], end - DAY, end).sql },
    ...usage.map((sql) => ({ endpoint: 'usage', asked: 'plain', sql })),
  ];
}

/** Queries that are asked at once, under the name of what they are asked with. */
type Asked = readonly [endpoint: string, asked: string, queries: readonly StatsQuery[]];

/** What each endpoint asks, and what only the dashboard does. */
function endpointQueries(
  scope: Scope,
  comparison: Range,
  bucketStarts: readonly number[],
  limit: number,
): readonly (readonly [endpoint: string, query: StatsQuery])[] {
  const buckets = bucketStarts.map((start) => ({ start, label: '' }));
  const chart = visitorsChartQuery(scope, buckets);
  return [
    ['main', mainQuery(scope, comparison)],
    ['visitors-chart', chart],
    ['chart-of-every-metric', { ...chart, metrics: ['events', 'returningVisitors', 'bounceRate'] }],
    ['channels', channelsQuery(scope)],
    ...Object.values<List>(lists).map((list) => [list.path, listQuery(list, scope, { limit })] as const),
    [
      'pages-with-visits',
      { ...listQuery(lists.pages, scope, { limit }), metrics: ['bounceRate', 'visitors', 'visits'], comparison },
    ],
  ];
}

/** What visitors counted by the day answer, by one list of each shape. */
function countedQueries(
  scope: Scope,
  comparison: Range,
  bucketStarts: readonly number[],
  limit: number,
): readonly Asked[] {
  const ofFirefox = { ...scope, filter: parseFilters({ browser: 'Firefox' }) };
  const elapsed = { ...comparison, end: comparison.end - DAY + QUARTER_MS };
  const buckets = bucketStarts.map((start) => ({ start, label: '' }));
  const chart = visitorsChartQuery(scope, buckets);
  return [
    ['main', 'counted', [mainQuery(scope, comparison)]],
    ['main', 'counted, browser=Firefox', [mainQuery(ofFirefox, comparison)]],
    ['main', 'counted, a part of a day compared', [mainQuery(scope, elapsed)]],
    ['visitors-chart', 'counted', [chart]],
    ['chart-of-every-metric', 'counted', [{ ...chart, metrics: ['returningVisitors', 'bounceRate'] }]],
    ['channels', 'counted', [channelsQuery(scope)]],
    ['countries', 'counted', [listQuery(lists.countries, scope, { limit })]],
    ['countries', 'counted, compared', [{ ...listQuery(lists.countries, scope, { limit }), comparison }]],
    ['campaigns', 'counted', [listQuery(lists.campaigns, scope, { limit })]],
    ['custom-events', 'without the total', [rowsQuery(lists['custom-events'], scope, limit)]],
    [
      'page',
      'counted',
      [
        mainQuery(scope, comparison),
        { ...chart, range: { ...scope.range, start: comparison.start } },
        rowsQuery(lists.referrers, scope, limit),
        rowsQuery(lists.pages, scope, limit),
        rowsQuery(lists.countries, scope, 1_000),
        rowsQuery(lists.os, scope, limit),
        rowsQuery(lists['custom-events'], scope, limit),
      ],
    ],
  ];
}

/** The statements that a function asks ClickHouse. */
async function asks(ask: (clickhouse: ClickHouse) => Promise<unknown>): Promise<readonly Sql[]> {
  const asked: Sql[] = [];
  const nobody = () => Promise.reject(new Error('only asked'));
  await ask({
    query: async <Row>({ sql }: Query<Row>) => {
      asked.push(sql);
      return [];
    },
    stream: () => {
      throw new Error('only asked');
    },
    readFile: () => {
      throw new Error('only asked');
    },
    insert: nobody,
    delete: nobody,
    dropPartition: nobody,
    command: nobody,
    sync: nobody,
    ping: nobody,
    version: () => undefined,
    close: nobody,
  });
  return asked;
}
