import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { ofWebsite, type Sql, sql } from '../../clickhouse/sql.js';
import { bucketSql } from '../../daily-visitors/bucket-sql.js';
import { quotient } from '../../lib/rounding.js';
import { type Bucket, groupIntoRuns, type Range } from '../../time/index.js';
import { all, split, withoutEventNames } from '../filters.js';
import { sourceFor, tableFor } from '../plan.js';
import type { Demand, StatsQuery } from '../query.js';
import { dailyVisitors, isReturningSince } from '../sources/daily-visitors.js';
import { chosen, during, reached } from '../sources/source.js';
import { visitorsChart } from './visitors-chart.js';

/** The metrics that the dashboard's chart can show. Rates are 0 to 1, durations in seconds. The last two are of custom events. */
export const chartMetrics = [
  'visitors',
  'visits',
  'pageviews',
  'viewsPerVisitor',
  'bounceRate',
  'visitDuration',
  'returningVisitors',
  'events',
  'conversionRate',
] as const;

export type ChartMetric = (typeof chartMetrics)[number];

/**
 * Returns a metric of each bucket: the value that `main` has for the bucket as its range.
 *
 * @param buckets of the query's range, in order
 */
export async function metricChart(
  clickhouse: ClickHouse,
  query: StatsQuery,
  metric: ChartMetric,
  buckets: readonly Bucket[],
): Promise<readonly number[]> {
  if (buckets.length === 0) return [];
  const starts = buckets.map(({ start }) => start);
  switch (metric) {
    case 'visitors':
    case 'pageviews':
    case 'viewsPerVisitor': {
      const { data } = await visitorsChart(clickhouse, query, buckets);
      if (metric !== 'viewsPerVisitor') return data.map((point) => point[metric]);
      return data.map(({ visitors, pageviews }) => quotient(pageviews, visitors, 2));
    }
    case 'returningVisitors': {
      const found = byBucket(await clickhouse.query(returningChartQuery(query, starts)));
      return starts.map((start) => found.get(start)?.returning ?? 0);
    }
    case 'events': {
      const found = byBucket(await clickhouse.query(eventsChartQuery(query, starts)));
      return starts.map((start) => found.get(start)?.total ?? 0);
    }
    case 'conversionRate': {
      const everyone = { ...query, filter: withoutEventNames(query.filter) };
      const [converted, all] = await Promise.all([
        visitorsChart(clickhouse, query, buckets),
        visitorsChart(clickhouse, everyone, buckets),
      ]);
      return converted.data.map(({ visitors }, index) => conversionRate(visitors, all.data[index]?.visitors ?? 0));
    }
    case 'visits':
    case 'bounceRate':
    case 'visitDuration': {
      const found = byBucket(await clickhouse.query(visitsChartQuery(query, starts)));
      return starts.map((start) => {
        const { sessions, bounces, duration } = found.get(start) ?? { sessions: 0, bounces: 0, duration: 0 };
        if (metric === 'visits') return sessions;
        return metric === 'bounceRate' ? quotient(bounces, sessions, 4) : quotient(duration, sessions * 1000, 2);
      });
    }
    default:
      return metric satisfies never;
  }
}

/** Returns the share of visitors with an event, 0 to 1. Either number may be estimated, so the first can be larger. */
export const conversionRate = (converted: number, all: number): number => quotient(Math.min(converted, all), all, 4);

const figure = z.coerce.number();
const eventsRow = z.object({ bucket: figure, total: figure });
const returningRow = z.object({ bucket: figure, returning: figure });
const visitsRow = z.object({ bucket: figure, sessions: figure, bounces: figure, duration: figure });

const byBucket = <Row extends { readonly bucket: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> =>
  new Map(rows.map((row) => [row.bucket, row]));

/**
 * Builds the sessions that began in each bucket and have a chosen event in it, with their bounces and durations, each counted
 * completely.
 *
 * @param starts of the buckets, in epoch milliseconds and in order
 */
export function visitsChartQuery(query: StatsQuery, starts: readonly number[]): Query<z.infer<typeof visitsRow>> {
  const demand: Demand = { ...query, cuts: starts };
  const bucketOfTime = bucketsFrom(starts, query.range);
  const facts = sql`sum(source.sessions) AS sessions, sum(source.bounces) AS bounces, sum(source.duration) AS duration`;
  const name = 'stats/metric-chart/visits';
  if (sourceFor(demand) === dailyVisitors) {
    return {
      name,
      row: visitsRow,
      sql: sql`SELECT ${bucketOfTime(dailyVisitors.epochMs)} AS bucket, ${facts}
FROM ${dailyVisitors.rows(demand)} AS source
GROUP BY bucket`,
    };
  }
  const source = tableFor(demand);
  const { sessions: ofSessions, events: ofEvents } = split(query.filter);
  const withEvent = sql`(visitor_id, session_start, bucket) IN (
  SELECT visitor_id, session_start, ${bucketOfTime(source.epochMs)} FROM ${source.name} WHERE ${chosen(source, query)}
)`;
  return {
    name,
    row: visitsRow,
    sql: sql`SELECT ${bucketOfTime(sql`toUnixTimestamp64Milli(session_start)`)} AS bucket, ${facts}
FROM ${source.name} AS source
WHERE ${all([
      ofWebsite(query.websiteId),
      reached(source, query.range),
      during(sql`session_start`, query.range),
      ...ofSessions,
      ...(ofEvents.length === 0 ? [] : [withEvent]),
    ])}
GROUP BY bucket`,
  };
}

/**
 * Builds the number of events in each bucket.
 *
 * @param starts of the buckets, in epoch milliseconds and in order
 */
export function eventsChartQuery(query: StatsQuery, starts: readonly number[]): Query<z.infer<typeof eventsRow>> {
  const demand: Demand = { ...query, metrics: ['events'], cuts: starts };
  const source = sourceFor(demand);
  return {
    name: 'stats/metric-chart/events',
    row: eventsRow,
    sql: sql`SELECT ${bucketsFrom(starts, query.range)(source.epochMs)} AS bucket, ${source.metrics(demand).events} AS total
FROM ${source.rows(demand)}
GROUP BY bucket`,
  };
}

/**
 * Builds the visitors of each bucket who were active before the bucket.
 *
 * @param starts of the buckets, in epoch milliseconds and in order
 */
export function returningChartQuery(query: StatsQuery, starts: readonly number[]): Query<z.infer<typeof returningRow>> {
  const demand: Demand = { ...query, cuts: starts };
  const bucketOfTime = bucketsFrom(starts, query.range);
  const source = sourceFor(demand);
  const bucket = sql`${bucketOfTime(source.epochMs)} AS bucket`;
  const name = 'stats/metric-chart/returning';
  if (source === dailyVisitors) {
    return {
      name,
      row: returningRow,
      sql: sql`SELECT ${bucket}, sumIf(visitors, ${isReturningSince(sql`toDateTime(intDiv(bucket, 1000))`)}) AS returning
FROM ${source.rows(demand)}
GROUP BY bucket`,
    };
  }
  const visitors = sql`SELECT visitor_id FROM ${source.rows(demand)}`;
  return {
    name,
    row: returningRow,
    sql: sql`SELECT bucket, uniqIf(visitor_id, first_seen < bucket) AS returning
FROM (SELECT DISTINCT visitor_id, ${bucket} FROM ${source.rows(demand)}) AS active
INNER JOIN (
  SELECT visitor_id, toUnixTimestamp64Milli(min(session_start)) AS first_seen FROM sessions
  WHERE ${ofWebsite(query.websiteId)} AND visitor_id IN (${visitors})
  GROUP BY visitor_id
) AS known USING (visitor_id)
GROUP BY bucket`,
  };
}

/** Returns a function that finds the bucket of a time: its start, both in epoch milliseconds. */
function bucketsFrom(starts: readonly number[], { end }: Range): (time: Sql) => Sql {
  const runs = groupIntoRuns(starts, end);
  return (time) => bucketSql(time, runs);
}
