import { duration, exact, percent, rateText, shortened } from '../../../lib/number-text.js';
import { findMetric, type Metric, type MetricName } from '../../../stats/metrics.js';
import type { ViewFilter } from './view-filter.js';
import { areOfEvents } from './view-filters.js';

const visitMetrics = [
  'visitors',
  'visits',
  'pageviews',
  'viewsPerVisit',
  'bounceRate',
  'averageSessionDurationSeconds',
  'returningVisitors',
] as const satisfies readonly MetricName[];

/** Custom events have no pageviews: they are counted themselves, beside the share of visitors who sent them. */
const eventMetrics = [
  'visitors',
  'visits',
  'events',
  'conversionRate',
  'averageSessionDurationSeconds',
  'returningVisitors',
] as const satisfies readonly MetricName[];

/** The metrics that the dashboard shows. */
export const chartMetrics = [...new Set([...visitMetrics, ...eventMetrics])];

export type ChartMetric = (typeof chartMetrics)[number];

/** Returns the metrics that a view shows. */
export const metricsFor = ({ filters }: { readonly filters: readonly ViewFilter[] }): readonly ChartMetric[] =>
  areOfEvents(filters) ? eventMetrics : visitMetrics;

/** How the dashboard writes and draws the values of a metric. */
interface Format {
  /** Returns the height of a value in the chart: shares are drawn in percent. */
  readonly height: (value: number) => number;
  /** Formats a height for the chart's axis. */
  readonly short: (height: number) => string;
  /** Formats a value for the chart's table. */
  readonly full: (value: number) => string;
  /** Formats a value for its tile, if in another way. */
  readonly tile?: (value: number) => string;
}

const same = (value: number): number => value;
const inPercent = (share: number): number => share * 100;

const formats: Readonly<Record<Metric['unit'], Format>> = {
  count: { height: same, short: shortened, full: exact },
  average: {
    height: same,
    short: shortened,
    full: (value) => value.toFixed(2),
    tile: (value) => value.toFixed(1),
  },
  share: { height: inPercent, short: percent, full: (share) => percent(inPercent(share)) },
  seconds: { height: same, short: duration, full: duration },
};

/** Returns how a metric is written and drawn. */
export const findFormat = (name: MetricName): Format => {
  const format = formats[findMetric(name).unit];
  return name === 'conversionRate' ? { ...format, full: rateText } : format;
};
