import type { ClickHouse, Query } from '../../src/clickhouse/clickhouse.js';
import { compile, type Sql } from '../../src/clickhouse/sql.js';
import { breakdownSql } from '../../src/stats/breakdown.js';
import { channelsQuery } from '../../src/stats/endpoints/channels.js';
import { hasEvents } from '../../src/stats/endpoints/has-events.js';
import { chartQuery } from '../../src/stats/endpoints/visitors-chart.js';
import { visitorsNowQuery } from '../../src/stats/endpoints/visitors-now.js';
import { lastDaysQuery } from '../../src/stats/last-day.js';
import { lists } from '../../src/stats/lists.js';
import type { Built, Filters, Question } from '../../src/stats/question.js';
import { totalsQueries } from '../../src/stats/totals.js';
import { collectedPageviews } from '../../src/stats/usage.js';

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
  /** What was made of the website's days, if anything was. */
  readonly built?: Built;
}

/** Every statement that answers a question about statistics. */
export async function statementsFor(values: Values): Promise<readonly EndpointStatement[]> {
  const { websiteId, start, end, bucketStarts, limit, built } = values;
  const filtered = Object.entries(values.filters).flatMap(([asked, filters]) => {
    const question: Question = { websiteId, period: { start, end }, filters, built };
    return [
      ...mainStatements(question).map((sql, index) => ({
        endpoint: 'main',
        asked: index === 0 ? asked : `${asked}, newer`,
        sql,
      })),
      { endpoint: 'visitors-chart', asked, sql: chartQuery(question, 'day', bucketStarts).sql },
      { endpoint: 'visitors-chart', asked: `${asked}, by hour`, sql: chartQuery(question, 'hour', bucketStarts).sql },
      { endpoint: 'channels', asked, sql: channelsQuery(question).sql },
      ...lists.map(({ path, breakdown }) => ({ endpoint: path, asked, sql: breakdownSql(question, breakdown, limit) })),
    ];
  });
  const plain: Question = { websiteId, period: { start, end }, filters: {}, built };
  return [
    ...filtered,
    ...lists.map(({ path, breakdown }) => ({
      endpoint: path,
      asked: 'limit=all',
      sql: breakdownSql(plain, breakdown, undefined),
    })),
    { endpoint: 'has-events', asked: 'plain', sql: await asks((clickhouse) => hasEvents(clickhouse, websiteId)) },
    { endpoint: 'visitors-now', asked: 'plain', sql: visitorsNowQuery(websiteId, end).sql },
    { endpoint: 'last-day', asked: 'plain', sql: lastDaysQuery([websiteId], end).sql },
    {
      endpoint: 'usage',
      asked: 'plain',
      sql: await asks((clickhouse) => collectedPageviews(clickhouse, websiteId, { start, end })),
    },
  ];
}

/** The statements of `main`, without those that differ from another in their instants alone. */
function mainStatements(question: Question): readonly Sql[] {
  const { start, end } = question.period;
  const queries = totalsQueries(question, { start: start - (end - start), end: start });
  const texts = queries.map(({ sql }) => compile(sql).text);
  return queries.map(({ sql }) => sql).filter((_, index) => texts.indexOf(texts[index] ?? '') === index);
}

/** The statement that a function asks ClickHouse. */
async function asks(ask: (clickhouse: ClickHouse) => Promise<unknown>): Promise<Sql> {
  const asked: Sql[] = [];
  const nobody = () => Promise.reject(new Error('only asked'));
  await ask({
    query: async <Row>({ sql }: Query<Row>) => {
      asked.push(sql);
      return [];
    },
    insert: nobody,
    delete: nobody,
    dropPartition: nobody,
    command: nobody,
    ping: nobody,
    version: () => undefined,
    close: nobody,
  });
  const [statement] = asked;
  if (statement === undefined || asked.length > 1) throw new Error('it asked none, or several');
  return statement;
}
