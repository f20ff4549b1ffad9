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
  const splits = parts.map(({ range, zone }) => {
    const buckets = split(range, zone);
    return { buckets, named: buckets.map(({ label }) => rowName(label)) };
  });
  const all = splits.flatMap(({ named }) => named);
  // The buckets of one website are in order already, and the names of its hours are not, when clocks are turned back.
  const names = parts.length === 1 && !findTimeDimension(name).repeats ? all : [...new Set(all)].sort(compare);
  const rows = new Map(names.map((each, row) => [each, row]));
  return splits.map(({ buckets, named }) => ({ names, buckets, bucketRows: named.map((each) => rows.get(each)!) }));
}

/** The rows of a comparison: a bucket is compared with the one in its place or, of those that repeat, of its name. */
export function splitComparison(name: TimeName, { names }: TimeRows, range: Range, zone: string): TimeRows {
  const { split, rowName = (label: string) => label, repeats } = findTimeDimension(name);
  const buckets = split(range, zone);
  const bucketRows = buckets.map(({ label }, place) => (repeats ? names.indexOf(rowName(label)) : place));
  return { names, buckets, bucketRows };
}

const compare = (one: string | number, other: string | number): number => (one < other ? -1 : 1);
