import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Breakdown, breakDown } from '../../src/stats/breakdown.js';
import { parseFilters, type StatsQuery } from '../../src/stats/query.js';
import { toMain } from '../../src/stats/reports/main.js';
import { chartMetrics, metricChart } from '../../src/stats/reports/metric-chart.js';
import { totals } from '../../src/stats/totals.js';
import { dayBuckets, hourBuckets, monthBuckets, parseRange, type Range, weekBuckets } from '../../src/time/index.js';
import { randomHistory } from '../oracle/history.js';
import { apiClient } from './api-client.js';
import { counted } from './daily-visitors.js';
import { type TestService, testService } from './test-service.js';

const DOMAIN = 'example.com';

const FILTERS = [{}, { browser: 'Firefox' }, { browser: 'Firefox', device: 'desktop' }, { page: '/' }] as const;
const EVENTS: Breakdown = { dimensions: ['page'], metrics: ['events'] };
const BUCKETS = { hour: hourBuckets, day: dayBuckets, week: weekBuckets, month: monthBuckets };

interface MetricChartOptions {
  readonly open?: typeof testService;
  /** A history of nine days begins there. */
  readonly timezone: string;
  readonly from: string;
  readonly intervals: readonly (keyof typeof BUCKETS)[];
}

/** Compares the points of the chart of each metric with what main says of each bucket. */
export function describeMetricChart({ open = testService, timezone, from, intervals }: MetricChartOptions): void {
  describe(timezone, () => {
    let service: TestService;
    let query: StatsQuery;

    beforeAll(async () => {
      service = await open();
      const client = await apiClient(service);
      const { id } = await client.website({ domain: DOMAIN, timezone });
      const history = randomHistory({ seed: 5, zone: timezone, from, days: 9, visitors: 30, domain: DOMAIN });
      await client.history(id, history);
      const { range } = parseRange(from, history.at(-1)!.timestamp.slice(0, 10), timezone, service.clock);
      query = { websiteId: id, range, filter: undefined, count: await counted(service, id) };
    });

    afterAll(() => service.close());

    const valuesOfMain = async (asked: StatsQuery, range: Range) => {
      const { clickhouse } = service.engines;
      const found = await totals(clickhouse, { ...asked, range }, { start: range.start, end: range.start });
      const main = toMain(found);
      return {
        visitors: main.totalVisitors,
        visits: found.now.sessions,
        pageviews: main.totalPageviews,
        viewsPerVisitor: main.viewsPerVisit,
        bounceRate: main.bounceRate,
        visitDuration: main.averageSessionDurationSeconds,
        returningVisitors: main.returningVisitors,
        events: (await breakDown(clickhouse, { ...asked, range }, 'events', EVENTS, { limit: 1 })).total,
        // Without a filter on events, everybody has converted.
        conversionRate: main.totalVisitors === 0 ? 0 : 1,
      };
    };

    test.each(intervals)(
      'the points of each %s are what main says of it, counted or not, with filters or without',
      async (interval) => {
        const { clickhouse } = service.engines;
        const buckets = BUCKETS[interval](query.range, timezone);
        expect(buckets.length).toBeGreaterThan(1);
        let meaningful = 0;
        for (const filters of interval === 'hour' ? FILTERS.slice(0, 2) : FILTERS) {
          const asked = { ...query, filter: parseFilters(filters) };
          // Of hours, some will do.
          const compared = interval === 'hour' ? buckets.filter((_each, index) => index % 7 === 0) : buckets;
          const expected = await Promise.all(
            compared.map((bucket) => {
              const next = buckets[buckets.indexOf(bucket) + 1];
              return valuesOfMain(asked, { start: bucket.start, end: next?.start ?? query.range.end });
            }),
          );
          meaningful += expected.filter(({ returningVisitors, visits }) => returningVisitors > 0 && visits > 0).length;
          for (const source of [asked, { ...asked, count: undefined }]) {
            for (const metric of chartMetrics) {
              const points = await metricChart(clickhouse, source, metric, buckets);
              expect(points).toHaveLength(buckets.length);
              const found = compared.map((bucket) => points[buckets.indexOf(bucket)]);
              expect(found, `${metric} ${JSON.stringify(filters)}`).toEqual(expected.map((values) => values[metric]));
            }
          }
        }
        expect(meaningful).toBeGreaterThan(1);
      },
    );
  });
}
