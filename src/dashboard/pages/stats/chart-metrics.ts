import { inSentence } from '../../../lib/language/language.js';
import { t } from '../../../lib/language/translate.js';
import { decimals, duration, exact, percent, rateText, shortened } from '../../../lib/number-text.js';
import { findMetric, type Metric, type MetricName, metrics } from '../../../stats/metrics.js';
import type { Place } from '../../access/place.js';
import { comparedSegment, type ShownComparison } from './comparison-choice.js';
import { isOfEvents, type Selection } from './view-filters.js';

const visitMetrics = [
  'visitors',
  'visits',
  'pageviews',
  'bounceRate',
  'averageSessionDurationSeconds',
  'viewsPerVisit',
  'returningVisitors',
] as const satisfies readonly MetricName[];

/** Custom events have no pageviews: shown are their number, and the share of visitors who sent them. */
const eventMetrics = [
  'visitors',
  'visits',
  'events',
  'conversionRate',
  'averageSessionDurationSeconds',
  'returningVisitors',
] as const satisfies readonly MetricName[];

/** With a goal. */
const goalMetrics = [
  'conversions',
  'goalConversionRate',
  'visitors',
  'visits',
] as const satisfies readonly MetricName[];

/** Metrics of the dashboard. */
export const chartMetrics = [...new Set([...visitMetrics, ...eventMetrics, ...goalMetrics])];

export type ChartMetric = (typeof chartMetrics)[number];

export const metricLabel = (name: ChartMetric): string => t(metrics[name].label);

export const metricInSentence = (name: ChartMetric): string => inSentence(metricLabel(name));

/** Of a view, or the goal itself; undefined without one. */
interface WithGoal {
  readonly goal: unknown;
}

interface Chosen extends Selection, WithGoal {
  readonly place: Place;
}

/** A conversion rate is of visitors without the filter by an event, whom a link to one view does not count. */
export function metricsFor(shown: Chosen): readonly ChartMetric[] {
  if (shown.goal !== undefined) return goalMetrics;
  if (!isOfEvents(shown)) return visitMetrics;
  return shown.place.oneView ? eventMetrics.filter((metric) => metric !== 'conversionRate') : eventMetrics;
}

const withoutTile: readonly ChartMetric[] = ['viewsPerVisit', 'returningVisitors'];

/** Five at most. */
export const tileMetrics = (shown: Chosen): readonly ChartMetric[] =>
  metricsFor(shown).filter((metric) => !withoutTile.includes(metric));

export const otherMetrics = (shown: Chosen): readonly ChartMetric[] =>
  metricsFor(shown).filter((metric) => withoutTile.includes(metric));

/** Metrics that mean something else under a filter by custom events. */
const changedByEvents: readonly ChartMetric[] = ['pageviews', 'viewsPerVisit', 'events', 'conversionRate'];

interface Compared extends Selection {
  readonly comparison: ShownComparison | undefined;
}

/** False between a segment that filters by custom events and one that does not, for metrics that such filters change. */
export const canCompare = ({ comparison, ...own }: Compared, metric: ChartMetric): boolean =>
  comparison?.segment === undefined ||
  !changedByEvents.includes(metric) ||
  isOfEvents(own) === isOfEvents({ ...own, segment: comparedSegment(comparison) });

export const defaultMetric = ({ goal }: WithGoal): ChartMetric => (goal === undefined ? 'visitors' : 'conversions');

/** Formatting of a metric's values. */
interface Format {
  /** Height in the chart: shares are drawn in percent. */
  readonly height: (value: number) => number;
  /** For the chart's axis. */
  readonly short: (height: number) => string;
  /** For the chart's table. */
  readonly full: (value: number) => string;
  /** For its tile, if different from `full`. */
  readonly tile?: (value: number) => string;
}

const same = (value: number): number => value;
const inPercent = (share: number): number => share * 100;

const formats: Readonly<Record<Metric['unit'], Format>> = {
  count: { height: same, short: shortened, full: exact },
  average: {
    height: same,
    short: shortened,
    full: decimals(2),
    tile: decimals(1),
  },
  share: { height: inPercent, short: percent, full: (share) => percent(inPercent(share)) },
  seconds: { height: same, short: duration, full: duration },
  amount: { height: same, short: shortened, full: String },
};

export const findFormat = (name: MetricName): Format => {
  const format = formats[findMetric(name).unit];
  return name === 'conversionRate' || name === 'goalConversionRate' ? { ...format, full: rateText } : format;
};
