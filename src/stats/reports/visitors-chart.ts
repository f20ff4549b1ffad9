import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { type Bucket, dayBuckets, hourBuckets } from '../../time/index.js';
import { answer } from '../answer.js';
import type { Scope, StatsQuery } from '../query.js';
import type { Report } from './report.js';

const visitorsChartShape = z.object({
  data: z.array(
    z.object({
      date: z
        .string()
        .describe('Day `YYYY-MM-DD`, or the first instant of an hour in local time with its offset')
        .meta({ examples: ['2026-03-29T03:00:00+02:00'] }),
      visitors: z.number(),
      pageviews: z.number(),
    }),
  ),
});

type VisitorsChart = z.infer<typeof visitorsChartShape>;

export const visitorsChartQuery = (scope: Scope, buckets: readonly Bucket[]): StatsQuery => ({
  ...scope,
  name: 'stats/visitors-chart',
  metrics: ['visitors', 'pageviews'],
  buckets,
});

/**
 * Empty buckets have zeros.
 *
 * @param buckets of the range, in order
 */
export async function visitorsChart(
  clickhouse: ClickHouse,
  scope: Scope,
  buckets: readonly Bucket[],
): Promise<VisitorsChart> {
  const { rows } = await answer(clickhouse, visitorsChartQuery(scope, buckets));
  return {
    data: rows.map(({ now: { visitors, pageviews } }, place) => ({
      date: buckets[place]!.label,
      visitors,
      pageviews,
    })),
  };
}

const parameters = z.object({
  granularity: z
    .enum(['hour', 'day'], { error: 'must be hour or day' })
    .default('hour')
    .describe('Length of a bucket. Hours are for at most 366 days'),
});

export const visitorsChartReport: Report<VisitorsChart> = {
  path: 'visitors-chart',
  summary: 'Get visitors chart',
  description:
    'Visitors and pageviews by hour or day: every bucket of the range in order, empty ones as zeros. An hour ends at each ' +
    'full local hour and at each change of clocks.',
  parameters,
  isHourly: ({ granularity = 'hour' }) => granularity === 'hour',
  response: visitorsChartShape,
  read: (clickhouse, { scope, zone }, { granularity }) =>
    visitorsChart(clickhouse, scope, (granularity === 'day' ? dayBuckets : hourBuckets)(scope.range, zone)),
};
