import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { integers, sql } from '../../clickhouse/sql.js';
import { chosen } from '../conditions.js';
import { metrics } from '../metrics.js';
import type { Question } from '../question.js';

export const visitorsChartShape = z.object({
  data: z.array(z.object({ date: z.string(), visitors: z.number(), pageviews: z.number() })),
});

/** A stretch of the chart, named as the answer shows it; it ends where the next one starts. */
export interface Bucket {
  readonly start: number;
  readonly label: string;
}

const row = z.object({ bucket: z.coerce.number(), visitors: z.coerce.number(), pageviews: z.coerce.number() });

/** Visitors and pageviews of each bucket, empty ones as zeros. */
export async function visitorsChart(
  clickhouse: ClickHouse,
  question: Question,
  buckets: readonly Bucket[],
): Promise<z.infer<typeof visitorsChartShape>> {
  if (buckets.length === 0) return { data: [] };
  const starts = buckets.map(({ start }) => start);
  const found = new Map((await clickhouse.query(chartQuery(question, starts))).map((each) => [each.bucket, each]));
  return {
    data: buckets.map(({ start, label }) => ({
      date: label,
      visitors: found.get(start)?.visitors ?? 0,
      pageviews: found.get(start)?.pageviews ?? 0,
    })),
  };
}

/** The buckets are computed outside: local hours and days are not the engine's matter, so any zone costs the same. */
export const chartQuery = (question: Question, starts: readonly number[]): Query<z.infer<typeof row>> => ({
  name: 'stats/visitors-chart',
  row,
  sql: sql`SELECT
  roundDown(toUnixTimestamp64Milli(time), ${integers(starts)}) AS bucket,
  ${metrics.visitors} AS visitors,
  ${metrics.pageviews} AS pageviews
FROM events
WHERE ${chosen(question)}
GROUP BY bucket`,
});
