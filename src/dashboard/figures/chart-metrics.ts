import { duration, exact, percent, shortened } from '../../lib/number-text.js';
import type { ChartMetric } from '../../stats/reports/metric-chart.js';

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
    definition: 'Visitors who had already been on the website at any time before this period.',
  },
};
