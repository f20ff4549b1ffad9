import { millisecondsInDay } from 'date-fns/constants';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import type { StatsQuery } from '../../stats/query.js';
import { type ChartMetric, metricChart } from '../../stats/reports/metric-chart.js';
import { type Bucket, dayBuckets, hourBuckets, monthBuckets, type Range, weekBuckets } from '../../time/index.js';
import { type Interval, intervals } from './interval.js';
import type { PageContext } from './page-context.js';
import type { ShownRange } from './range-choice.js';
import type { View } from './view.js';

/** A bucket of the chart beside the matching bucket of the comparison range. */
export interface ChartPoint {
  /** As in the interface: a date, or a local time with its offset. */
  readonly label: string;
  /** The metric; undefined for a bucket that has not begun. */
  readonly value: number | undefined;
  readonly previousLabel: string | undefined;
  readonly previous: number | undefined;
}

export interface ChartFigures {
  readonly interval: Interval;
  readonly metric: ChartMetric;
  readonly points: readonly ChartPoint[];
  /** The index of the bucket that is still running. */
  readonly running: number | undefined;
}

/** The days of a range that can be shown by an interval. */
const DAYS: Readonly<Record<Interval, { readonly least: number; readonly most: number }>> = {
  hour: { least: 1, most: 14 },
  day: { least: 2, most: 731 },
  week: { least: 8, most: Number.POSITIVE_INFINITY },
  month: { least: 32, most: Number.POSITIVE_INFINITY },
};

/** The most days that are shown by an interval unless another one is chosen. */
const DEFAULT_MAX_DAYS: readonly (readonly [Interval, number])[] = [
  ['hour', 2],
  ['day', 92],
  ['week', 400],
  ['month', Number.POSITIVE_INFINITY],
];

const countDays = ({ days }: ShownRange): number =>
  Math.round((Date.parse(days.to) - Date.parse(days.from)) / millisecondsInDay) + 1;

/** Returns the intervals that the range can be shown by. A range that is no whole days has hours only. */
export function intervalsFor(range: ShownRange): readonly Interval[] {
  const days = countDays(range);
  if (range.areHours) return ['hour'];
  return intervals.filter((interval) => days >= DAYS[interval].least && days <= DAYS[interval].most);
}

/** Returns the chosen interval if the range allows it, else a suitable one. */
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
  readonly view: Pick<View, 'interval' | 'metric'>;
  readonly now: number;
}

/** Returns the metric of each bucket of the chart's range, and of the comparison range since the website's first event. */
export async function readChart(
  clickhouse: ClickHouse,
  query: StatsQuery,
  { website, chartRange, firstEvent = Number.POSITIVE_INFINITY, view, now }: AskedChart,
): Promise<ChartFigures> {
  const { metric } = view;
  const interval = chooseInterval(view.interval, chartRange);
  const { range: current, previous } = chartRange.ranges;
  const buckets = bucketsBy[interval](current, website.timezone);
  const earlier = bucketsBy[interval](previous, website.timezone);
  // The ranges are adjacent, so that one statement reads both.
  const both = { ...query, range: { start: previous.start, end: current.end } };
  const values = await metricChart(clickhouse, both, metric, [...earlier, ...buckets]);
  // A few days at the beginning of the comparison range can be a week or a month of their own, which nothing is beside.
  const shift = interval === 'week' || interval === 'month' ? earlier.length - buckets.length : 0;
  const before = earlier.map(({ label }, index) => {
    const end = earlier[index + 1]?.start ?? previous.end;
    return end <= firstEvent ? undefined : { previousLabel: label, previous: values[index] };
  });
  const points = buckets.map(({ start, label }, index): ChartPoint => {
    const value = values[earlier.length + index];
    const { previousLabel, previous } = before[index + shift] ?? {};
    return { label, value: start <= now ? value : undefined, previousLabel, previous };
  });
  const last = points.findLastIndex(({ value }) => value !== undefined);
  const isOver = last === -1 || (buckets[last + 1]?.start ?? current.end) <= now;
  return { interval, metric, points, running: isOver ? undefined : last };
}
