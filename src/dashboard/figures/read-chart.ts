import { millisecondsInDay } from 'date-fns/constants';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import type { StatsQuery } from '../../stats/query.js';
import { visitorsChart } from '../../stats/reports/visitors-chart.js';
import { dayBuckets, hourBuckets } from '../../time/index.js';
import type { Website } from '../../websites/website.js';
import type { ShownRange } from './range-choice.js';
import type { ChartMetric, Interval } from './view.js';

/** A bucket of the chart beside the matching bucket of the comparison range. */
export interface ChartPoint {
  /** As in the interface: a date, or a local time with its offset. */
  readonly label: string;
  /** Undefined for a bucket that has not begun. */
  readonly visitors: number | undefined;
  readonly pageviews: number | undefined;
  readonly previousLabel: string | undefined;
  readonly previous: Readonly<Record<ChartMetric, number>> | undefined;
}

export interface ChartFigures {
  readonly interval: Interval;
  readonly points: readonly ChartPoint[];
  /** The index of the bucket that is still running. */
  readonly running: number | undefined;
}

/** The longest range that can be shown by the hour, and the longest that is by default. */
const MAX_HOURLY_DAYS = 14;
const MAX_DAYS_BY_HOUR = 2;

export const countDays = ({ days }: ShownRange): number =>
  Math.round((Date.parse(days.to) - Date.parse(days.from)) / millisecondsInDay) + 1;

/** Returns whether the range can be shown by the hour. */
export const hasHours = (range: ShownRange): boolean => countDays(range) <= MAX_HOURLY_DAYS;

/** Returns the chosen interval if the range allows it, else a suitable one. */
export function chooseInterval(chosen: Interval | undefined, range: ShownRange): Interval {
  if (!hasHours(range)) return 'day';
  return chosen ?? (countDays(range) <= MAX_DAYS_BY_HOUR ? 'hour' : 'day');
}

interface AskedChart {
  readonly website: Website;
  readonly range: ShownRange;
  readonly interval: Interval;
  readonly now: number;
}

/** Returns each bucket of the range, and of its comparison range. */
export async function readChart(
  clickhouse: ClickHouse,
  query: StatsQuery,
  { website, range, interval, now }: AskedChart,
): Promise<ChartFigures> {
  const splitIntoBuckets = interval === 'day' ? dayBuckets : hourBuckets;
  const { range: current, previous } = range.ranges;
  const buckets = splitIntoBuckets(current, website.timezone);
  const earlier = splitIntoBuckets(previous, website.timezone);
  // The ranges are adjacent, so that one statement reads both.
  const both = { ...query, range: { start: previous.start, end: current.end } };
  const { data } = await visitorsChart(clickhouse, both, [...earlier, ...buckets]);
  const before = data.slice(0, earlier.length);
  const points = data.slice(earlier.length).map(({ date, visitors, pageviews }, index): ChartPoint => {
    const began = (buckets[index]?.start ?? 0) <= now;
    const compared = before[index];
    return {
      label: date,
      visitors: began ? visitors : undefined,
      pageviews: began ? pageviews : undefined,
      previousLabel: compared?.date,
      previous: compared,
    };
  });
  const last = points.findLastIndex(({ visitors }) => visitors !== undefined);
  const isOver = last === -1 || (buckets[last + 1]?.start ?? current.end) <= now;
  return { interval, points, running: isOver ? undefined : last };
}
