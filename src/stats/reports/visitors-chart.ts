import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import type { Bucket } from '../../time/index.js';
import { answer } from '../answer.js';
import type { Scope, StatsQuery } from '../query.js';

export const visitorsChartShape = z.object({
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

/** Returns the query of the visitors and pageviews of each bucket of a range. */
export const visitorsChartQuery = (scope: Scope, buckets: readonly Bucket[]): StatsQuery => ({
  ...scope,
  name: 'stats/visitors-chart',
  metrics: ['visitors', 'pageviews'],
  buckets,
});

/**
 * Returns the visitors and pageviews of each bucket, with zeros for empty ones.
 *
 * @param buckets of the range, in order
 */
export async function visitorsChart(
  clickhouse: ClickHouse,
  scope: Scope,
  buckets: readonly Bucket[],
): Promise<z.infer<typeof visitorsChartShape>> {
  const { rows } = await answer(clickhouse, visitorsChartQuery(scope, buckets));
  return {
    data: rows.map(({ now: { visitors, pageviews } }, place) => ({
      date: buckets[place]!.label,
      visitors,
      pageviews,
    })),
  };
}
