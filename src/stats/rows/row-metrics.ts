import { percentage } from '../../lib/rounding.js';
import {
  type Facts,
  findMetric,
  isNumberMetric,
  type Metric,
  type MetricName,
  metricValue,
  type NumberMetric,
} from '../metrics.js';

/** The API's names of metrics. */
const named = {
  visitors: 'visitors',
  pageviews: 'pageviews',
  events: 'events',
  visits: 'visits',
  viewsPerVisit: 'viewsPerVisit',
  bounceRate: 'bounceRate',
  averageSessionDurationSeconds: 'averageSessionDurationSeconds',
  returningVisitors: 'returningVisitors',
  conversions: 'conversions',
  convertedVisitors: 'convertedVisitors',
  conversionRate: 'goalConversionRate',
} as const satisfies Record<string, MetricName>;

/** `percentage` is a row's share of the total, 0 to 100. */
export type RowMetric = keyof typeof named | 'percentage' | NumberMetric;

/** Without those of properties. */
export const rowMetricNames = [...(Object.keys(named) as (keyof typeof named)[]), 'percentage'] as const;

export const isRowMetric = (name: string): name is RowMetric =>
  name === 'percentage' || Object.hasOwn(named, name) || isNumberMetric(name);

export const needsGoal = (name: RowMetric): boolean =>
  name === 'conversions' || name === 'convertedVisitors' || name === 'conversionRate';

/** `percentage` is that of the first metric that is a count, preferably visitors. */
export function toMetric(name: RowMetric, asked: readonly RowMetric[]): MetricName {
  if (name !== 'percentage') return isNumberMetric(name) ? name : named[name];
  const counts = asked.filter((each) => each !== 'percentage' && describeRowMetric(each).unit === 'count');
  const [first = 'visitors'] = counts.includes('visitors') ? [] : counts;
  return toMetric(first, asked);
}

export const describeRowMetric = (name: Exclude<RowMetric, 'percentage'>): Metric => findMetric(toMetric(name, []));

/** A row's metrics; `percentage` is of the total's facts. */
export const rowMetrics = (
  metrics: readonly RowMetric[],
  facts: Facts,
  total: Facts | undefined,
): Record<string, number> =>
  Object.fromEntries(
    metrics.map((name) => {
      const value = metricValue(toMetric(name, metrics), facts);
      if (name !== 'percentage') return [name, value];
      const all = total === undefined ? value : metricValue(toMetric(name, metrics), total);
      // A row's visitors may be an estimate that exceeds the exact total.
      return [name, percentage(Math.min(value, all), all)];
    }),
  );
