import type { ClickHouse, Query } from '../../../src/clickhouse/clickhouse.js';
import type { Sql } from '../../../src/clickhouse/sql.js';
import { answerTogether } from '../../../src/stats/answer.js';
import { type Filters, parseFilters, type Scope, type StatsQuery } from '../../../src/stats/query.js';
import { channelsQuery } from '../../../src/stats/reports/channels.js';
import { dropsByDayQuery, dropsQuery } from '../../../src/stats/reports/drops.js';
import { eventPropertiesQuery } from '../../../src/stats/reports/event-properties.js';
import { firstEventQuery } from '../../../src/stats/reports/first-event.js';
import { hasEvents } from '../../../src/stats/reports/has-events.js';
import { lastDaysQuery } from '../../../src/stats/reports/last-day.js';
import { listQuery, rowsQuery } from '../../../src/stats/reports/list.js';
import { lists } from '../../../src/stats/reports/lists.js';
import { mainQuery } from '../../../src/stats/reports/main.js';
import { propertyNamesQuery } from '../../../src/stats/reports/property-names.js';
import { collectedPageviews } from '../../../src/stats/reports/usage.js';
import { visitorsChartQuery } from '../../../src/stats/reports/visitors-chart.js';
import { visitorsNowQuery } from '../../../src/stats/reports/visitors-now.js';
import { QUARTER_MS, type Range } from '../../../src/time/index.js';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** The count that the statements about whole days ask. */
export const COUNT = { generation: 1, zone: 'UTC' };

const ofEndpoints = Object.values(lists).filter(({ endpoint }) => endpoint);

/** A statement of an endpoint, and the filters or options that it has. */
export interface EndpointStatement {
  readonly endpoint: string;
  readonly variant: string;
  readonly sql: Sql;
}

/** Values for the statements. */
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
  const lastHours = Array.from({ length: 24 }, (_, hour) => end - DAY + hour * HOUR);
  const named: NamedQueries[] = [
    ...Object.entries(values.filters).flatMap(([name, filters]) =>
      endpointQueries({ ...plain, filter: parseFilters(filters) }, comparison, bucketStarts, limit).map(
        ([endpoint, query]): NamedQueries => [endpoint, name, [query]],
      ),
    ),
    ...(start % DAY === 0 && end % DAY === 0
      ? countedQueries({ ...plain, count: COUNT }, comparison, bucketStarts, limit)
      : []),
    ...ofEndpoints.map((list): NamedQueries => [list.path, 'limit=all', [listQuery(list, plain, {})]]),
  ];
  const answered = await Promise.all(
    named.map(async ([endpoint, name, queries]) => {
      const statements = await recordStatements((clickhouse) => Promise.all(answerTogether(clickhouse, queries)));
      return statements.map((sql) => ({ endpoint, variant: name, sql }));
    }),
  );
  const [hasAny, usage] = await Promise.all([
    recordStatements((clickhouse) => hasEvents(clickhouse, websiteId)),
    recordStatements((clickhouse) => collectedPageviews(clickhouse, websiteId, range)),
  ]);
  return [
    ...answered.flat(),
    ...Object.entries(values.filters).map(([name, filters]) => ({
      endpoint: 'event-properties',
      variant: name,
      sql: eventPropertiesQuery({ ...plain, filter: parseFilters(filters) }, 'signup').sql,
    })),
    { endpoint: 'drops', variant: 'plain', sql: dropsQuery(websiteId, range).sql },
    { endpoint: 'drops', variant: 'by day', sql: dropsByDayQuery(websiteId, range, bucketStarts).sql },
    { endpoint: 'property-names', variant: 'plain', sql: propertyNamesQuery(plain).sql },
    ...hasAny.map((sql) => ({ endpoint: 'has-events', variant: 'plain', sql })),
    { endpoint: 'first-event', variant: 'plain', sql: firstEventQuery(websiteId).sql },
    { endpoint: 'visitors-now', variant: 'plain', sql: visitorsNowQuery(websiteId, end).sql },
    { endpoint: 'last-day', variant: 'plain', sql: lastDaysQuery([websiteId], lastHours, end).sql },
    ...usage.map((sql) => ({ endpoint: 'usage', variant: 'plain', sql })),
  ];
}

/** Queries that run together, by endpoint and variant. */
type NamedQueries = readonly [endpoint: string, variant: string, queries: readonly StatsQuery[]];

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
    ...ofEndpoints.map((list) => [list.path, listQuery(list, scope, { limit })] as const),
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
): readonly NamedQueries[] {
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

/** Records the statements that a function sends to ClickHouse. */
async function recordStatements(run: (clickhouse: ClickHouse) => Promise<unknown>): Promise<readonly Sql[]> {
  const statements: Sql[] = [];
  const refuse = () => Promise.reject(new Error('only queries are expected'));
  await run({
    query: async <Row>({ sql }: Query<Row>) => {
      statements.push(sql);
      return [];
    },
    stream: () => {
      throw new Error('only queries are expected');
    },
    readFile: () => {
      throw new Error('only queries are expected');
    },
    insert: refuse,
    delete: refuse,
    dropPartition: refuse,
    command: refuse,
    sync: refuse,
    ping: refuse,
    version: () => undefined,
    close: refuse,
  });
  return statements;
}
