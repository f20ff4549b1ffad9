import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { change, quotient } from '../../lib/rounding.js';
import type { Range } from '../../time/index.js';
import type { StatsQuery } from '../query.js';
import { type ComparedTotals, totals } from '../totals.js';

export const mainShape = z.object({
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

export type Main = z.infer<typeof mainShape>;

/** Returns the metrics of the query's range beside those of its comparison range. */
export const main = async (clickhouse: ClickHouse, query: StatsQuery, comparison: Range): Promise<Main> =>
  toMain(await totals(clickhouse, query, comparison));

/** Returns totals as the interface has them. */
export function toMain({ now, previous: before }: ComparedTotals): Main {
  return {
    totalVisitors: now.visitors,
    returningVisitors: now.returning,
    returningVisitorRate: quotient(now.returning, now.visitors, 4),
    totalPageviews: now.pageviews,
    viewsPerVisit: quotient(now.pageviews, now.visitors, 2),
    bounceRate: quotient(now.bounces, now.sessions, 4),
    averageSessionDurationSeconds: averageSeconds(now),
    previousTotalVisitors: before.visitors,
    previousBounceRate: quotient(before.bounces, before.sessions, 4),
    previousAverageSessionDurationSeconds: averageSeconds(before),
    visitorsChange: change(count(now.visitors), count(before.visitors)),
    bounceRateChange: change({ part: now.bounces, of: now.sessions }, { part: before.bounces, of: before.sessions }),
    sessionDurationChange: change(
      { part: now.duration, of: now.sessions },
      { part: before.duration, of: before.sessions },
    ),
    previousTotalPageviews: before.pageviews,
    pageviewsChange: change(count(now.pageviews), count(before.pageviews)),
  };
}

/** Returns the change of the visits, which the interface does not have, in percent. */
export const visitsChange = ({ now, previous }: ComparedTotals): number =>
  change(count(now.sessions), count(previous.sessions));

const averageSeconds = ({ duration, sessions }: ComparedTotals['previous']): number =>
  quotient(duration, sessions * 1000, 2);

const count = (part: number) => ({ part, of: 1 });
