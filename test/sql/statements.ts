import type { ClickHouse, Query } from '../../src/clickhouse/clickhouse.js';
import type { Sql } from '../../src/clickhouse/sql.js';
import { breakdownQuery } from '../../src/stats/breakdown.js';
import { type Filters, parseFilters, type StatsQuery } from '../../src/stats/query.js';
import { channelsQuery } from '../../src/stats/reports/channels.js';
import { eventPropertiesQuery } from '../../src/stats/reports/event-properties.js';
import { firstEventQuery } from '../../src/stats/reports/first-event.js';
import { hasEvents } from '../../src/stats/reports/has-events.js';
import { lastDaysQuery } from '../../src/stats/reports/last-day.js';
import { type List, lists } from '../../src/stats/reports/lists.js';
import { eventsChartQuery, returningChartQuery, visitsChartQuery } from '../../src/stats/reports/metric-chart.js';
import { collectedPageviews } from '../../src/stats/reports/usage.js';
import { chartQuery } from '../../src/stats/reports/visitors-chart.js';
import { visitorsNowQuery } from '../../src/stats/reports/visitors-now.js';
import { dailyTotalsQuery, restQuery, totalsQuery } from '../../src/stats/totals.js';
import { QUARTER_MS, type Range } from '../../src/time/index.js';

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
  const all = Object.values<List>(lists);
  const filtered = Object.entries(values.filters).flatMap(([asked, filters]) => {
    const query: StatsQuery = { websiteId, range, filter: parseFilters(filters) };
    return [
      { endpoint: 'main', asked, sql: totalsQuery(query, comparison).sql },
      { endpoint: 'visitors-chart', asked, sql: chartQuery(query, bucketStarts).sql },
      { endpoint: 'visits-chart', asked, sql: visitsChartQuery(query, bucketStarts).sql },
      { endpoint: 'returning-chart', asked, sql: returningChartQuery(query, bucketStarts).sql },
      { endpoint: 'events-chart', asked, sql: eventsChartQuery(query, bucketStarts).sql },
      { endpoint: 'event-properties', asked, sql: eventPropertiesQuery(query, 'signup').sql },
      { endpoint: 'channels', asked, sql: channelsQuery(query).sql },
      ...all.map((list) => ({ endpoint: list.path, asked, sql: listSql(query, list, limit) })),
    ];
  });
  const plain: StatsQuery = { websiteId, range, filter: undefined };
  return [
    ...filtered,
    ...(start % DAY === 0 && end % DAY === 0
      ? countedStatements({ ...plain, count: COUNT }, comparison, bucketStarts, limit)
      : []),
    ...all.map((list) => ({ endpoint: list.path, asked: 'limit=all', sql: listSql(plain, list, undefined) })),
    { endpoint: 'has-events', asked: 'plain', sql: await asks((clickhouse) => hasEvents(clickhouse, websiteId)) },
    { endpoint: 'first-event', asked: 'plain', sql: firstEventQuery(websiteId).sql },
    { endpoint: 'visitors-now', asked: 'plain', sql: visitorsNowQuery(websiteId, end).sql },
    { endpoint: 'last-day', asked: 'plain', sql: lastDaysQuery([websiteId], end - DAY, end).sql },
    {
      endpoint: 'usage',
      asked: 'plain',
      sql: await asks((clickhouse) => collectedPageviews(clickhouse, websiteId, { start, end })),
    },
  ];
}

/** What visitors counted by the day answer, by one list of each shape. */
function countedStatements(query: StatsQuery, comparison: Range, bucketStarts: readonly number[], limit: number) {
  const ofFirefox = { ...query, filter: parseFilters({ browser: 'Firefox' }) };
  const rest = { start: comparison.end, end: comparison.end + QUARTER_MS };
  return [
    { endpoint: 'main', asked: 'counted', sql: dailyTotalsQuery(query, comparison).sql },
    { endpoint: 'main', asked: 'counted, browser=Firefox', sql: dailyTotalsQuery(ofFirefox, comparison).sql },
    { endpoint: 'main', asked: 'counted, the rest of a day', sql: restQuery(query, comparison, rest).sql },
    { endpoint: 'visitors-chart', asked: 'counted', sql: chartQuery(query, bucketStarts).sql },
    { endpoint: 'visits-chart', asked: 'counted', sql: visitsChartQuery(query, bucketStarts).sql },
    { endpoint: 'returning-chart', asked: 'counted', sql: returningChartQuery(query, bucketStarts).sql },
    { endpoint: 'channels', asked: 'counted', sql: channelsQuery(query).sql },
    { endpoint: 'countries', asked: 'counted', sql: listSql(query, lists.countries, limit) },
    { endpoint: 'countries', asked: 'counted, without the total', sql: rowsSql(query, lists.countries, limit) },
    { endpoint: 'campaigns', asked: 'counted', sql: listSql(query, lists.campaigns, limit) },
    { endpoint: 'custom-events', asked: 'without the total', sql: rowsSql(query, lists['custom-events'], limit) },
  ];
}

const listSql = (query: StatsQuery, { path, breakdown }: List, limit: number | undefined): Sql =>
  breakdownQuery(query, path, breakdown, { ...(limit !== undefined && { limit }) }).sql;

/** A list whose total is known, as on the dashboard. */
const rowsSql = (query: StatsQuery, { path, breakdown }: List, limit: number): Sql =>
  breakdownQuery(query, path, breakdown, { limit, withTotal: false }).sql;

/** The statement that a function asks ClickHouse. */
async function asks(ask: (clickhouse: ClickHouse) => Promise<unknown>): Promise<Sql> {
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
  const [statement] = asked;
  if (statement === undefined || asked.length > 1) throw new Error('it asked none, or several');
  return statement;
}
