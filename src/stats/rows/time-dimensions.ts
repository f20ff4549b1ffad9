import {
  type Bucket,
  dayBuckets,
  hourBuckets,
  minuteBuckets,
  monthBuckets,
  type Range,
  startOfWeek,
  weekBuckets,
} from '../../time/index.js';
import type { Comparison } from './parse-ranges.js';

interface TimeDimension {
  readonly label: string;
  /** Splits a range in the website's zone. Throws an AppError for a range that is too long. */
  readonly split: (range: Range, zone: string) => readonly Bucket[];
  /** The name of a bucket's row, by the bucket's label; by default the label. */
  readonly rowName?: (label: string) => string | number;
  /** Whether a row can have several buckets, as Monday does. */
  readonly repeats?: true;
}

/** Dimensions of time, local to the website. */
export const timeDimensions = {
  minute: { label: 'Minute', split: minuteBuckets },
  hour: { label: 'Hour', split: hourBuckets },
  day: { label: 'Day', split: dayBuckets },
  week: { label: 'Week', split: weekBuckets, rowName: startOfWeek },
  month: { label: 'Month', split: monthBuckets, rowName: (date) => date.slice(0, 7) },
  weekday: { label: 'Weekday', split: dayBuckets, rowName: weekday, repeats: true },
  hourOfDay: { label: 'Hour of day', split: hourBuckets, rowName: (time) => Number(time.slice(11, 13)), repeats: true },
} as const satisfies Record<string, TimeDimension>;

export type TimeName = keyof typeof timeDimensions;

export const isTimeName = (name: string): name is TimeName => Object.hasOwn(timeDimensions, name);

export const findTimeDimension = (name: TimeName): TimeDimension => timeDimensions[name];

/** 1 is Monday. */
function weekday(date: string): number {
  return new Date(date).getUTCDay() || 7;
}

/** The rows of a range: their names in order, and the number of each bucket's row. */
export interface TimeRows {
  readonly names: readonly (string | number)[];
  readonly buckets: readonly Bucket[];
  readonly bucketRows: readonly number[];
}

/** Splits the ranges of several websites, each in its own zone, into the same rows. */
export function splitTime(
  name: TimeName,
  parts: readonly { readonly range: Range; readonly zone: string }[],
): readonly TimeRows[] {
  const { split, rowName = (label: string) => label } = findTimeDimension(name);
  const splitOne = (range: Range, zone: string) => {
    const buckets = split(range, zone);
    return { buckets, named: buckets.map(({ label }) => rowName(label)) };
  };
  // Websites of one zone mostly have one range.
  const known = new Map<string, ReturnType<typeof splitOne>>();
  const splits = parts.map(({ range, zone }) => {
    const key = `${zone} ${range.start} ${range.end}`;
    const found = known.get(key) ?? splitOne(range, zone);
    known.set(key, found);
    return found;
  });
  const all = [...known.values()].flatMap(({ named }) => named);
  // The buckets of one zone are in order already, and the names of its hours are not, when clocks are turned back.
  const isOrdered = known.size === 1 && !findTimeDimension(name).repeats;
  const names = isOrdered ? all : [...new Set(all)].sort(compare);
  const rows = new Map(names.map((each, row) => [each, row]));
  return splits.map(({ buckets, named }) => ({ names, buckets, bucketRows: named.map((each) => rows.get(each)!) }));
}

/**
 * The rows of a comparison. A bucket is compared with the time that its own is mapped to, so that all of a compared range
 * of the same length is in some row; one that repeats, with that of its name.
 *
 * @param main the range of the buckets
 */
export function splitComparison(
  name: TimeName,
  { names, buckets, bucketRows }: TimeRows,
  main: Range,
  { range, toCompared }: Comparison,
  zone: string,
): TimeRows {
  const { split, rowName = (label: string) => label, repeats } = findTimeDimension(name);
  if (repeats) {
    const compared = split(range, zone);
    return { names, buckets: compared, bucketRows: compared.map(({ label }) => names.indexOf(rowName(label))) };
  }
  const starts = buckets.map(({ start }, place) => (place === 0 ? range.start : toCompared(start)));
  // A day that the earlier year does not have, 29 February, is compared with nothing.
  const kept = starts.flatMap((start, place) =>
    start < range.end && (place === 0 || start > starts[place - 1]!) ? [{ start, row: bucketRows[place]! }] : [],
  );
  // What a longer range has beyond the last bucket is in no row.
  const beyond = toCompared(main.end);
  if (beyond < range.end) kept.push({ start: Math.max(beyond, range.start), row: NO_ROW });
  return {
    names,
    buckets: kept.map(({ start }) => ({ start, label: '' })),
    bucketRows: kept.map(({ row }) => row),
  };
}

/** Of a row that the main range does not have. */
const NO_ROW = -1;

const compare = (one: string | number, other: string | number): number => (one < other ? -1 : 1);
