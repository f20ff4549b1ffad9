import { metricValue } from '../../../stats/metrics.js';
import type { Row, Scope, StatsQuery } from '../../../stats/query.js';
import { type Bucket, dayBuckets, hourBuckets, monthBuckets, type Range, weekBuckets } from '../../../time/index.js';
import { type Interval, intervals } from '../../ui/dates.js';
import type { ChartMetric } from './chart-metrics.js';
import type { PageContext } from './page-context.js';
import { countDays, type ShownRange } from './range-choice.js';
import type { View } from './view.js';

/** A bucket beside the matching bucket of the comparison range. */
export interface ChartPoint {
  /** As in the API: a date, or a local time with its offset. */
  readonly label: string;
  /** Undefined for a bucket that has not begun. */
  readonly value: number | undefined;
  readonly previousLabel: string | undefined;
  readonly previous: number | undefined;
}

export interface ChartFigures {
  readonly interval: Interval;
  readonly metric: ChartMetric;
  readonly points: readonly ChartPoint[];
  /** Index of the bucket in progress. */
  readonly running: number | undefined;
}

/** Allowed lengths of a range in days, by interval. */
const DAYS: Readonly<Record<Interval, { readonly least: number; readonly most: number }>> = {
  hour: { least: 1, most: 14 },
  day: { least: 2, most: 731 },
  week: { least: 8, most: Number.POSITIVE_INFINITY },
  month: { least: 32, most: Number.POSITIVE_INFINITY },
};

/** An interval is the default up to this many days. */
const DEFAULT_MAX_DAYS: readonly (readonly [Interval, number])[] = [
  ['hour', 2],
  ['day', 92],
  ['week', 400],
  ['month', Number.POSITIVE_INFINITY],
];

/** A range of hours has only hours. */
export function intervalsFor(range: ShownRange): readonly Interval[] {
  const days = countDays(range);
  if (range.areHours) return ['hour'];
  return intervals.filter((interval) => days >= DAYS[interval].least && days <= DAYS[interval].most);
}

/** A suitable interval if the requested one is not allowed. */
export function chooseInterval(chosen: Interval | undefined, range: ShownRange): Interval {
  const possible = intervalsFor(range);
  if (chosen !== undefined && possible.includes(chosen)) return chosen;
  const days = countDays(range);
  const suitable = DEFAULT_MAX_DAYS.find(([interval, most]) => days <= most && possible.includes(interval));
  return suitable?.[0] ?? 'hour';
}

const bucketsBy: Readonly<Record<Interval, (range: Range, zone: string) => readonly Bucket[]>> = {
  hour: hourBuckets,
  day: dayBuckets,
  week: weekBuckets,
  month: monthBuckets,
};

interface AskedChart extends Pick<PageContext, 'website' | 'chartRange' | 'firstEvent'> {
  readonly goal?: PageContext['goal'];
  readonly view: Pick<View, 'interval' | 'metric'>;
  readonly now: number;
}

/**
 * Returns the query, and a function that makes the chart from its answer. The comparison range starts no earlier than
 * the website's first event.
 */
export function askChart(scope: Scope, asked: AskedChart) {
  const { website, chartRange, firstEvent = Number.POSITIVE_INFINITY, view, now } = asked;
  const { metric } = view;
  const interval = chooseInterval(view.interval, chartRange);
  const { range: current, previous: before } = chartRange.ranges;
  const split = (range: Range) => bucketsBy[interval](range, website.timezone);
  const [buckets, earlier] = [split(current), split(before)];
  // The ranges are adjacent, so one query covers both.
  const range = { start: before.start, end: current.end };
  const query: StatsQuery = {
    ...scope,
    name: 'stats/chart',
    range,
    metrics: [metric],
    goal: asked.goal?.filter,
    buckets: [...earlier, ...buckets],
  };
  const toChart = (rows: readonly Row[]): ChartFigures => {
    const values = rows.map((row) => metricValue(metric, row.now));
    // Some days at the start of the comparison range can be a separate week or month, with no bucket beside it.
    const shift = interval === 'week' || interval === 'month' ? earlier.length - buckets.length : 0;
    const compared = earlier.map(({ label }, index) => {
      const end = earlier[index + 1]?.start ?? before.end;
      return end <= firstEvent ? undefined : { previousLabel: label, previous: values[index] };
    });
    const points = buckets.map(({ start, label }, index): ChartPoint => {
      const value = values[earlier.length + index];
      const { previousLabel, previous } = compared[index + shift] ?? {};
      return { label, value: start <= now ? value : undefined, previousLabel, previous };
    });
    const last = points.findLastIndex(({ value }) => value !== undefined);
    const isOver = last === -1 || (buckets[last + 1]?.start ?? current.end) <= now;
    return { interval, metric, points, running: isOver ? undefined : last };
  };
  return { query, toChart };
}
