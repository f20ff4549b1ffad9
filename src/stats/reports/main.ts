import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import type { Range } from '../../time/index.js';
import { answer } from '../answer.js';
import { type MetricName, metricChange, metricValue } from '../metrics.js';
import type { Row, Scope, StatsQuery } from '../query.js';
import type { Report } from './report.js';

interface Field {
  readonly metric: MetricName;
  readonly type: z.ZodNumber;
  readonly read: (metric: MetricName, row: Row) => number;
}

const now = (metric: MetricName, description?: string): Field => ({
  metric,
  type: description === undefined ? z.number() : z.number().describe(description),
  read: (name, row) => metricValue(name, row.now),
});

const previous = (metric: MetricName): Field => ({
  metric,
  type: z.number(),
  read: (name, row) => metricValue(name, row.before),
});

const change = (metric: MetricName): Field => ({
  metric,
  type: z.number().describe('Percent'),
  read: (name, row) => metricChange(name, row.now, row.before),
});

const fields = {
  totalVisitors: now('visitors', 'Unique visitors in the range'),
  returningVisitors: now('returningVisitors', 'Visitors of the range with an event before its start'),
  returningVisitorRate: now('returningVisitorRate', 'Returning over total, 0 to 1'),
  totalPageviews: now('pageviews'),
  viewsPerVisit: now('viewsPerVisit', 'Average pageviews per visitor'),
  bounceRate: now('bounceRate', 'Sessions with exactly one pageview over sessions, 0 to 1'),
  averageSessionDurationSeconds: now('averageSessionDurationSeconds'),
  previousTotalVisitors: previous('visitors'),
  previousBounceRate: previous('bounceRate'),
  previousAverageSessionDurationSeconds: previous('averageSessionDurationSeconds'),
  visitorsChange: change('visitors'),
  bounceRateChange: change('bounceRate'),
  sessionDurationChange: change('averageSessionDurationSeconds'),
  previousTotalPageviews: previous('pageviews'),
  pageviewsChange: change('pageviews'),
};

type Main = Record<keyof typeof fields, number>;

export const mainQuery = (scope: Scope, comparison: Range | undefined): StatsQuery => ({
  ...scope,
  name: 'stats/main',
  metrics: ['visitors', ...Object.values(fields).map(({ metric }) => metric)],
  comparison,
});

export const main = async (clickhouse: ClickHouse, scope: Scope, comparison: Range): Promise<Main> =>
  toMain((await answer(clickhouse, mainQuery(scope, comparison))).total);

export const toMain = (row: Row): Main => mapFields(({ metric, read }) => read(metric, row));

const mapFields = <Value>(make: (field: Field) => Value) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, make(field)])) as Record<
    keyof typeof fields,
    Value
  >;

export const mainReport: Report<Main> = {
  path: 'main',
  summary: 'Get summary',
  description:
    'The comparison range is the same number of days, or the same length of time, right before `from`. A range of up to ' +
    '31 days that contains the present is compared with the same elapsed time.',
  response: z.object(mapFields(({ type }) => type)),
  read: (clickhouse, { scope, comparison }) => main(clickhouse, scope, comparison),
};
