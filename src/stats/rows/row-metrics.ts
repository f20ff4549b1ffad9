import { percentageOfTotal } from '../../lib/rounding.js';
import {
  type Facts,
  findMetric,
  isNumberMetric,
  isRevenueMetric,
  type Metric,
  type MetricName,
  metricOrNull,
  metrics,
  metricValue,
  type NumberMetric,
  type RevenueMetric,
} from '../metrics.js';

/**
 * In queries, `conversionRate` is of their goal: for those whose filter selects custom events, the dashboard has another
 * one.
 */
type NamedMetric = Exclude<keyof typeof metrics, 'goalConversionRate'>;

/** `percentage` is a row's share of the total, 0 to 100. */
export type RowMetric = NamedMetric | 'percentage' | NumberMetric | RevenueMetric;

/** Stands for the revenue in each currency that the range has. */
export const REVENUE = 'revenue';

const namedMetrics = (Object.keys(metrics) as (keyof typeof metrics)[]).filter(
  (name): name is NamedMetric => name !== 'goalConversionRate',
);

/** Without those of properties. */
export const rowMetricNames = [...namedMetrics, 'percentage'] as const;

export const isRowMetric = (name: string): name is RowMetric =>
  rowMetricNames.includes(name as NamedMetric) || isNumberMetric(name) || isRevenueMetric(name);

export const needsGoal = (name: RowMetric): boolean =>
  name !== 'percentage' && ['conversions', 'converted'].includes(describeRowMetric(name).fact);

/** Whether it needs to know who came before: such visitors have no row that repeats in time. */
export const isOfReturning = (name: RowMetric): boolean =>
  name !== 'percentage' && describeRowMetric(name).fact === 'returning';

/** `percentage` is that of the first metric that is a count, preferably visitors. */
export function toMetric(name: RowMetric, asked: readonly RowMetric[]): MetricName {
  if (name !== 'percentage') return name === 'conversionRate' ? 'goalConversionRate' : name;
  const counts = asked.filter((each) => each !== 'percentage' && describeRowMetric(each).unit === 'count');
  const [first = 'visitors'] = counts.includes('visitors') ? [] : counts;
  return toMetric(first, asked);
}

export const describeRowMetric = (name: Exclude<RowMetric, 'percentage'>): Metric => findMetric(toMetric(name, []));

/** The means a day of what adds up: counts, and sums of properties. */
export const metricsPerDay = (names: readonly RowMetric[], facts: Facts, days: number): Record<string, number> =>
  Object.fromEntries(
    names.flatMap((name) => {
      if (name === 'percentage') return [];
      const { unit, per } = describeRowMetric(name);
      if (unit !== 'count' && (unit !== 'amount' || per !== undefined)) return [];
      const digits = unit === 'count' ? 2 : 6;
      return [[name, days > 0 ? Number((metricValue(toMetric(name, names), facts) / days).toFixed(digits)) : 0]];
    }),
  );

/** A row's metrics; `percentage` is of the total's facts. */
export const rowMetrics = (
  names: readonly RowMetric[],
  facts: Facts,
  total: Facts | undefined,
): Record<string, number | null> =>
  Object.fromEntries(
    names.map((name) => {
      if (name !== 'percentage') return [name, metricOrNull(toMetric(name, names), facts)];
      const value = metricValue(toMetric(name, names), facts);
      const all = total === undefined ? value : metricValue(toMetric(name, names), total);
      return [name, percentageOfTotal(value, all)];
    }),
  );
