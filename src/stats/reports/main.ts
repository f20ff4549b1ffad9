import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import type { Range } from '../../time/index.js';
import { answer } from '../answer.js';
import { type MetricName, metricChange, metricValue } from '../metrics.js';
import type { Row, Scope, StatsQuery } from '../query.js';
import type { Report } from './report.js';

const mainShape = z.object({
  totalVisitors: z.number().describe('Unique visitors in the range'),
  returningVisitors: z.number().describe('Visitors of the range with an event before its start'),
  returningVisitorRate: z.number().describe('Returning over total, 0 to 1'),
  totalPageviews: z.number(),
  viewsPerVisit: z.number().describe('Average pageviews per visitor'),
  bounceRate: z.number().describe('Sessions with exactly one pageview over sessions, 0 to 1'),
  averageSessionDurationSeconds: z.number(),
  previousTotalVisitors: z.number(),
  previousBounceRate: z.number(),
  previousAverageSessionDurationSeconds: z.number(),
  visitorsChange: z.number().describe('Percent'),
  bounceRateChange: z.number().describe('Percent'),
  sessionDurationChange: z.number().describe('Percent'),
  previousTotalPageviews: z.number(),
  pageviewsChange: z.number().describe('Percent'),
});

type Main = z.infer<typeof mainShape>;

export const mainQuery = (scope: Scope, comparison: Range | undefined): StatsQuery => ({
  ...scope,
  name: 'stats/main',
  metrics: [
    'visitors',
    'returningVisitors',
    'pageviews',
    'visits',
    'bounceRate',
    'averageSessionDurationSeconds',
    'viewsPerVisit',
  ],
  comparison,
});

export const main = async (clickhouse: ClickHouse, scope: Scope, comparison: Range): Promise<Main> =>
  toMain((await answer(clickhouse, mainQuery(scope, comparison))).total);

export function toMain({ now, before }: Row): Main {
  const value = (name: MetricName) => metricValue(name, now);
  const previous = (name: MetricName) => metricValue(name, before);
  const change = (name: MetricName) => metricChange(name, now, before);
  return {
    totalVisitors: value('visitors'),
    returningVisitors: value('returningVisitors'),
    returningVisitorRate: value('returningVisitorRate'),
    totalPageviews: value('pageviews'),
    viewsPerVisit: value('viewsPerVisit'),
    bounceRate: value('bounceRate'),
    averageSessionDurationSeconds: value('averageSessionDurationSeconds'),
    previousTotalVisitors: previous('visitors'),
    previousBounceRate: previous('bounceRate'),
    previousAverageSessionDurationSeconds: previous('averageSessionDurationSeconds'),
    visitorsChange: change('visitors'),
    bounceRateChange: change('bounceRate'),
    sessionDurationChange: change('averageSessionDurationSeconds'),
    previousTotalPageviews: previous('pageviews'),
    pageviewsChange: change('pageviews'),
  };
}

export const mainReport: Report<Main> = {
  path: 'main',
  summary: 'Get summary',
  description:
    'The comparison range is the same number of days, or the same length of time, right before `from`. A range of up to ' +
    '31 days that contains the present is compared with the same elapsed time.',
  response: mainShape,
  read: (clickhouse, { scope, comparison }) => main(clickhouse, scope, comparison),
};
