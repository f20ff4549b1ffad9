import { duration, exact, percent, rateText, shortened } from '../../lib/number-text.js';
import type { ChartMetric } from '../../stats/reports/metric-chart.js';
import type { View } from './view.js';
import { areOfEvents } from './view-filters.js';

const visitMetrics: readonly ChartMetric[] = [
  'visitors',
  'visits',
  'pageviews',
  'viewsPerVisitor',
  'bounceRate',
  'visitDuration',
  'returningVisitors',
];

/** Custom events have no pageviews: they are counted themselves, beside the share of visitors who sent them. */
const eventMetrics: readonly ChartMetric[] = [
  'visitors',
  'visits',
  'events',
  'conversionRate',
  'visitDuration',
  'returningVisitors',
];

/** Returns the metrics that a view shows. */
export const metricsFor = ({ filters }: Pick<View, 'filters'>): readonly ChartMetric[] =>
  areOfEvents(filters) ? eventMetrics : visitMetrics;

/** A metric as the dashboard shows it. */
export interface ShownMetric {
  readonly label: string;
  /** Says in a sentence what is counted. */
  readonly definition: string;
  /** Returns the height of a value in the chart: shares are drawn in percent. */
  readonly height: (value: number) => number;
  /** Formats a height for the chart's axis. */
  readonly short: (height: number) => string;
  /** Formats a value for the chart's table. */
  readonly full: (value: number) => string;
}

const same = (value: number): number => value;
const inPercent = (share: number): number => share * 100;

const amounts = { height: same, short: shortened, full: exact } as const;
const averages = { height: same, short: shortened, full: (value: number) => value.toFixed(2) } as const;
const shares = { height: inPercent, short: percent, full: (share: number) => percent(inPercent(share)) } as const;
const durations = { height: same, short: duration, full: duration } as const;

export const shownMetrics: Readonly<Record<ChartMetric, ShownMetric>> = {
  visitors: { ...amounts, label: 'Visitors', definition: 'Unique visitors with at least one event in this period.' },
  visits: {
    ...amounts,
    label: 'Visits',
    definition: 'Visits that began in this period. A visit ends after 30 minutes without activity.',
  },
  pageviews: { ...amounts, label: 'Pageviews', definition: 'Pages that were opened, repeat views included.' },
  viewsPerVisitor: { ...averages, label: 'Views per visitor', definition: 'Pageviews divided by visitors.' },
  bounceRate: { ...shares, label: 'Bounce rate', definition: 'Share of visits with exactly one pageview.' },
  visitDuration: {
    ...durations,
    label: 'Visit duration',
    definition: 'Average time from the first to the last activity of a visit.',
  },
  returningVisitors: {
    ...amounts,
    label: 'Returning visitors',
    definition: 'Visitors who came before this period, too.',
  },
  events: { ...amounts, label: 'Events', definition: 'Custom events that match the filters.' },
  conversionRate: {
    ...shares,
    full: rateText,
    label: 'Conversion rate',
    definition: 'Share of visitors with such an event. Other filters apply to all visitors.',
  },
};
