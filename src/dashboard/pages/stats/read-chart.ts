import { millisecondsInHour } from 'date-fns/constants';
import { isOfNothing, metricValue, NO_FACTS } from '../../../stats/metrics.js';
import type { Answer, Scope, StatsQuery } from '../../../stats/query.js';
import type { Comparison } from '../../../stats/rows/parse-ranges.js';
import { findTimeDimension, splitComparison, splitTime, type TimeRows } from '../../../stats/rows/time-dimensions.js';
import { localDate, type Range } from '../../../time/index.js';
import { type Interval, intervals } from '../../ui/dates.js';
import type { ChartMetric } from './chart-metrics.js';
import type { PageContext } from './page-context.js';
import { countDays, type ShownRange } from './range-choice.js';
import type { View } from './view.js';

/** A bucket, and what it is compared with. */
export interface ChartPoint {
  /** As in the API: a date, or a local time with its offset. */
  readonly label: string;
  /** Undefined for a bucket that has not begun. */
  readonly value: number | undefined;
  /** Undefined where there is nothing to compare with. */
  readonly compared: ComparedBucket | undefined;
}

/** What a bucket is compared with. */
export interface ComparedBucket {
  readonly label: string;
  /** `YYYY-MM-DD`. */
  readonly lastDay: string;
  readonly value: number;
  /** Whether both are complete, equally long, and have what an average or a rate is of. */
  readonly isComparable: boolean;
}

export interface ChartFigures {
  readonly interval: Interval;
  readonly metric: ChartMetric;
  /** A second metric, by point; nothing is compared beside it. */
  readonly second: { readonly metric: ChartMetric; readonly values: readonly (number | undefined)[] } | undefined;
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

interface AskedChart extends Pick<PageContext, 'website' | 'chartRange' | 'comparison' | 'firstEvent'> {
  readonly goal?: PageContext['goal'];
  readonly view: Pick<View, 'interval' | 'metric'> & Partial<Pick<View, 'secondMetric'>>;
  readonly now: number;
}

/**
 * Returns the queries, and a function that makes the chart from their answers.
 *
 * @param comparedScope of what is compared, by default the same
 */
export function askChart(scope: Scope, asked: AskedChart, comparedScope = scope) {
  const { website, chartRange, comparison, view, now } = asked;
  const { metric, secondMetric } = view;
  const interval = chooseInterval(view.interval, chartRange);
  const { range } = chartRange.ranges;
  const [times] = splitTime(interval, [{ range, zone: website.timezone }]);
  const { buckets } = times!;
  const before =
    secondMetric === undefined
      ? comparison && splitCompared(interval, times!, range, comparison.ofChart, website.timezone)
      : undefined;
  const query: StatsQuery = {
    ...scope,
    name: 'stats/chart',
    range,
    metrics: [metric],
    goal: asked.goal?.filter,
    buckets,
  };
  const queries: StatsQuery[] = [
    query,
    // Alone, so that the first has the same numbers as without it.
    ...(secondMetric === undefined ? [] : [{ ...query, metrics: [secondMetric] as const }]),
    ...(before === undefined ? [] : [{ ...query, ...comparedScope, range: before.range, buckets: before.buckets }]),
  ];
  const toChart = ([current, beside]: readonly Answer[]): ChartFigures => {
    const factsAt = (answer: Answer | undefined, at: number) => answer?.rows[at]?.now ?? NO_FACTS;
    const points = buckets.map(({ start, label }, index): ChartPoint => {
      const at = before?.bucketRows.indexOf(index) ?? -1;
      const length = (buckets[index + 1]?.start ?? range.end) - start;
      const found = before && at >= 0 ? describeCompared(before, at, { interval, length, asked }) : undefined;
      const [own, then] = [factsAt(current, index), factsAt(beside, at)];
      return {
        label,
        value: start <= now ? metricValue(metric, own) : undefined,
        compared: found && {
          ...found,
          value: metricValue(metric, then),
          isComparable: found.isComparable && !isOfNothing(metric, own) && !isOfNothing(metric, then),
        },
      };
    });
    const last = points.findLastIndex(({ value }) => value !== undefined);
    const isOver = last === -1 || (buckets[last + 1]?.start ?? range.end) <= now;
    const second = secondMetric && {
      metric: secondMetric,
      values: points.map(({ value }, index) =>
        value === undefined ? undefined : metricValue(secondMetric, factsAt(beside, index)),
      ),
    };
    return { interval, metric, second, points, running: isOver ? undefined : last };
  };
  return { queries, toChart };
}

interface ComparedRows extends Pick<TimeRows, 'buckets' | 'bucketRows'> {
  readonly range: Range;
}

/** The parts of the comparison range that the buckets of a chart are compared with, as in the API. */
function splitCompared(
  interval: Interval,
  times: TimeRows,
  range: Range,
  { range: whole, ...comparison }: Comparison,
  zone: string,
): ComparedRows {
  // The chart may begin later than the page's range.
  const compared = { start: comparison.toCompared(range.start), end: whole.end };
  const { buckets, bucketRows } = splitComparison(interval, times, range, { ...comparison, range: compared }, zone);
  const beyond = bucketRows.findIndex((row) => row < 0);
  if (beyond < 0) return { range: compared, buckets, bucketRows };
  return {
    range: { start: compared.start, end: buckets[beyond]!.start },
    buckets: buckets.slice(0, beyond),
    bucketRows: bucketRows.slice(0, beyond),
  };
}

/** Clocks change by at most this much: a day stays a day, and an hour does not stay an hour. */
const MAX_CLOCK_CHANGE_MS = 2 * millisecondsInHour;

interface ComparedWith {
  readonly interval: Interval;
  /** Of the bucket that is compared, in milliseconds. */
  readonly length: number;
  readonly asked: AskedChart;
}

/** Undefined before the website's first event, and for a bucket that has not begun. */
function describeCompared(
  { range, buckets }: ComparedRows,
  at: number,
  { interval, length, asked }: ComparedWith,
): Omit<ComparedBucket, 'value'> | undefined {
  const { website, comparison, firstEvent = Number.POSITIVE_INFINITY, now } = asked;
  const { start } = buckets[at]!;
  const end = buckets[at + 1]?.start ?? range.end;
  if (end <= firstEvent || start > now) return undefined;
  const [named] = findTimeDimension(interval).split({ start, end: start + 1 }, website.timezone);
  const isAsLong = Math.abs(end - start - length) <= (interval === 'hour' ? 0 : MAX_CLOCK_CHANGE_MS);
  return {
    label: named!.label,
    lastDay: localDate(end - 1, website.timezone),
    // A bucket of another segment is as complete as the bucket beside it.
    isComparable: comparison?.segment !== undefined || (start >= firstEvent && end <= now && isAsLong),
  };
}
