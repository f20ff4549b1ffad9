import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { sql } from '../../clickhouse/sql.js';
import { bucketSql } from '../../daily-visitors/bucket-sql.js';
import { type Bucket, groupIntoRuns } from '../../time/index.js';
import { sourceFor } from '../plan.js';
import type { Demand, StatsQuery } from '../query.js';

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

const figure = z.coerce.number();

/** A bucket with visitors, by its start in epoch milliseconds. */
const point = z
  .tuple([figure, figure, figure])
  .transform(([start, visitors, pageviews]) => ({ start, visitors, pageviews }));

/** All buckets in one row: reading a row for each of a year's hours would take longer than the query. */
const row = z.object({ points: z.array(point) });

/**
 * Returns the visitors and pageviews of each bucket, with zeros for empty ones.
 *
 * @param buckets of the query's range, in order
 */
export async function visitorsChart(
  clickhouse: ClickHouse,
  query: StatsQuery,
  buckets: readonly Bucket[],
): Promise<z.infer<typeof visitorsChartShape>> {
  if (buckets.length === 0) return { data: [] };
  const rows = await clickhouse.query(
    chartQuery(
      query,
      buckets.map(({ start }) => start),
    ),
  );
  const found = new Map(rows.flatMap(({ points }) => points.map((each) => [each.start, each])));
  return {
    data: buckets.map(({ start, label }) => {
      const { visitors = 0, pageviews = 0 } = found.get(start) ?? {};
      return { date: label, visitors, pageviews };
    }),
  };
}

/** @param starts of the buckets, in epoch milliseconds and in order */
export function chartQuery(query: StatsQuery, starts: readonly number[]): Query<z.infer<typeof row>> {
  const demand: Demand = { ...query, metrics: ['visitors', 'pageviews'], cuts: starts };
  const source = sourceFor(demand);
  const { visitors, pageviews } = source.metrics(demand);
  return {
    name: 'stats/visitors-chart',
    row,
    sql: sql`SELECT groupArray((bucket, visitors, pageviews)) AS points
FROM (
  SELECT ${bucketSql(source.epochMs, groupIntoRuns(starts, query.range.end))} AS bucket,
    ${visitors} AS visitors, ${pageviews} AS pageviews
  FROM ${source.rows(demand)}
  GROUP BY bucket
)`,
  };
}
