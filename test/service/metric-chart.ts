import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chartMetrics } from '../../src/dashboard/pages/stats/chart-metrics.js';
import { answer } from '../../src/stats/answer.js';
import { type MetricName, metricValue } from '../../src/stats/metrics.js';
import { parseFilters, type Scope } from '../../src/stats/query.js';
import { dayBuckets, hourBuckets, monthBuckets, parseRange, type Range, weekBuckets } from '../../src/time/index.js';
import { randomHistory } from '../oracle/history.js';
import { apiClient } from './api-client.js';
import { counted } from './daily-visitors.js';
import { type TestService, testService } from './test-service.js';

const DOMAIN = 'example.com';

const FILTERS = [{}, { browser: 'Firefox' }, { browser: 'Firefox', device: 'desktop' }, { page: '/' }] as const;
const GOAL = parseFilters({ page: '/' });
const isOfGoal = (metric: MetricName) => metric === 'conversions' || metric === 'goalConversionRate';
/** What visitors of days can answer. */
const COUNTED = chartMetrics.filter(
  (metric) => metric !== 'events' && metric !== 'conversionRate' && !isOfGoal(metric),
);
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
    let query: Scope;

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

    /** The totals of a range, which the visitors of days and the events must agree on. */
    const totalsOf = async (scope: Scope, range: Range) => {
      const query = { ...scope, range, name: 'test' };
      const [counted, { total }] = await Promise.all([
        answer(service.engines.clickhouse, { ...query, metrics: ['visitors', ...COUNTED] }),
        answer(service.engines.clickhouse, { ...query, goal: GOAL, metrics: ['visitors', 'clicks', ...chartMetrics] }),
      ]);
      const { events, clicks, conversions, converted, everyone } = total.now;
      expect({ ...counted.total.now, events, clicks, conversions, converted, everyone }).toEqual(total.now);
      return (metric: MetricName) => metricValue(metric, total.now);
    };

    test.each(intervals)(
      'the points of each %s are what main says of it, counted or not, with filters or without',
      async (interval) => {
        const { clickhouse } = service.engines;
        const buckets = BUCKETS[interval](query.range, timezone);
        expect(buckets.length).toBeGreaterThan(1);
        let meaningful = 0;
        for (const filters of interval === 'hour' ? FILTERS.slice(0, 2) : FILTERS) {
          const filteredQuery = { ...query, filter: parseFilters(filters) };
          // Of hours, some will do.
          const compared = interval === 'hour' ? buckets.filter((_each, index) => index % 7 === 0) : buckets;
          const expected = await Promise.all(
            compared.map((bucket) => {
              const next = buckets[buckets.indexOf(bucket) + 1];
              return totalsOf(filteredQuery, { start: bucket.start, end: next?.start ?? query.range.end });
            }),
          );
          const counts = ['returningVisitors', 'visits', 'conversions'] as const;
          meaningful += expected.filter((totalOf) => counts.every((metric) => totalOf(metric) > 0)).length;
          for (const source of [filteredQuery, { ...filteredQuery, count: undefined }]) {
            for (const metric of chartMetrics) {
              const goal = isOfGoal(metric) ? GOAL : undefined;
              const { rows } = await answer(clickhouse, { ...source, name: 'test', metrics: [metric], buckets, goal });
              const points = rows.map(({ now }) => metricValue(metric, now));
              expect(points).toHaveLength(buckets.length);
              const found = compared.map((bucket) => points[buckets.indexOf(bucket)]);
              expect(found, `${metric} ${JSON.stringify(filters)}`).toEqual(expected.map((totalOf) => totalOf(metric)));
            }
          }
        }
        expect(meaningful).toBeGreaterThan(1);
      },
    );
  });
}
