import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { integer, integers, ofWebsite, type Sql, sql, unionAll } from '../../clickhouse/sql.js';
import { type Bucket, type Run, runsOf } from '../../time/index.js';
import { all, chosen, during } from '../conditions.js';
import { type Cover, coverOf } from '../cover.js';
import { chartOfEverybody } from '../daily-totals.js';
import { chartOfValue } from '../daily-values.js';
import { isOfAtMostOne } from '../groupings.js';
import { metrics } from '../metrics.js';
import { hasAtMostOne, isFiltered, onlyFilter, type Question } from '../question.js';
import { sessionDays, VISITORS } from '../session-days.js';

export const visitorsChartShape = z.object({
  data: z.array(z.object({ date: z.string(), visitors: z.number(), pageviews: z.number() })),
});

export type Granularity = 'hour' | 'day';

const numbers = z.array(z.coerce.number());

/** All buckets in one row: a year's hours as rows of their own would be read longer than they are found. */
const row = z.object({ buckets: z.array(z.string()), visitors: numbers, pageviews: numbers });

/** Visitors and pageviews of each bucket, empty ones as zeros. `granularity` is what the buckets are. */
export async function visitorsChart(
  clickhouse: ClickHouse,
  question: Question,
  granularity: Granularity,
  buckets: readonly Bucket[],
): Promise<z.infer<typeof visitorsChartShape>> {
  if (buckets.length === 0) return { data: [] };
  const starts = buckets.map(({ start }) => start);
  const rows = await clickhouse.query(chartQuery(question, granularity, starts));
  const found = new Map(
    rows.flatMap((each) =>
      each.buckets.map(
        (bucket, index) => [bucket, { visitors: each.visitors[index], pageviews: each.pageviews[index] }] as const,
      ),
    ),
  );
  return {
    data: buckets.map(({ start, label }) => {
      const { visitors = 0, pageviews = 0 } = found.get(String(start)) ?? found.get(label) ?? {};
      return { date: label, visitors, pageviews };
    }),
  };
}

/**
 * The buckets are computed outside, and sent as runs of equal ones: local hours and days are not the engine's matter, so
 * any zone costs the same. A bucket is its start, or, for a day that was made, its date.
 */
export function chartQuery(
  question: Question,
  granularity: Granularity,
  starts: readonly number[],
): Query<z.infer<typeof row>> {
  const cover = coverOf(question);
  const made = cover && (granularity === 'day' ? daysMade(question, cover) : hoursMade(question, cover));
  const pieces =
    cover === undefined || made === undefined
      ? [ofEvents(question, starts)]
      : [made, ...(cover.tail === undefined ? [] : [ofEvents({ ...question, period: cover.tail }, starts)])];
  return {
    name: 'stats/visitors-chart',
    row,
    sql: sql`SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
${unionAll(pieces)}
)`,
  };
}

/** A row for each settled day that has any visitors. */
function daysMade(question: Question, cover: Cover): Sql {
  if (!isFiltered(question.filters)) return chartOfEverybody(question, cover);
  const only = onlyFilter(question.filters);
  if (only !== undefined) return chartOfValue(question, cover, only);
  const { where, views } = sessionDays(question, cover);
  return sql`SELECT toString(day) AS bucket, ${VISITORS} AS visitors, sum(${views}) AS pageviews
FROM daily_sessions
${where}
GROUP BY bucket`;
}

/** A row for each settled hour that has any visitors; undefined where two filters choose them. */
function hoursMade({ websiteId, filters, period }: Question, { tail }: Cover): Sql | undefined {
  if (!hasAtMostOne(filters)) return undefined;
  const settled = { start: period.start, end: tail?.start ?? period.end };
  return sql`SELECT toString(toUnixTimestamp(start) * 1000) AS bucket, visitors, pageviews
FROM hourly_visitors
WHERE ${all([ofWebsite(websiteId), isOfAtMostOne(filters), during(sql`start`, settled)])}`;
}

/** `starts` are those of the whole chart, whichever part of it the question is about. */
const ofEvents = (question: Question, starts: readonly number[]): Sql => sql`SELECT
  toString(${bucketOf(sql`toUnixTimestamp64Milli(time)`, runsOf(starts, question.period.end))}) AS bucket,
  ${metrics.visitors} AS visitors,
  ${metrics.pageviews} AS pageviews
FROM events
WHERE ${chosen(question)}
GROUP BY bucket`;

/** The start of the bucket that holds an instant. */
function bucketOf(at: Sql, runs: readonly Run[]): Sql {
  const { run, step } = runOf(at, runs);
  return sql`${at} - (${at} - ${run}) % ${step}`;
}

/** The start of an instant's run, and its step. Most ranges are one run, where nothing is to be looked up. */
function runOf(at: Sql, runs: readonly Run[]) {
  const [only] = runs.length === 1 ? runs : [];
  if (only !== undefined) return { run: integer(only.start), step: integer(only.step) };
  const starts = integers(runs.map(({ start }) => start));
  const steps = integers(runs.map(({ step }) => step));
  const run = sql`roundDown(${at}, ${starts})`;
  return { run, step: sql`transform(${run}, ${starts}, ${steps})` };
}
