/** Local time by asking `Intl` what the clocks show, hour by hour. All instants are epoch milliseconds. */

const HOUR = 3_600_000;

/** A stretch of time in which a zone's clocks do not change: `[start, end)`. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  /** Milliseconds that local time is ahead of UTC. */
  readonly offset: number;
}

export interface Bucket {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

function memoised<Result>(compute: (zone: string, key: number) => Result): (zone: string, key: number) => Result {
  const zones = new Map<string, Map<number, Result>>();
  return (zone, key) => {
    const known = zones.get(zone) ?? new Map<number, Result>();
    zones.set(zone, known);
    const result = known.get(key) ?? compute(zone, key);
    known.set(key, result);
    return result;
  };
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(zone, made);
  return made;
}

const offsetAt = memoised((zone, second: number): number => {
  const parts: Record<string, number> = {};
  for (const part of clockOf(zone).formatToParts(second * 1000)) parts[part.type] = Number(part.value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second: seconds = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, seconds) - second * 1000;
});

/** Milliseconds that local time is ahead of UTC at an instant. */
export function offsetOf(zone: string, instant: number): number {
  return offsetAt(zone, Math.floor(instant / 1000));
}

/** The second at which the clocks change between two instants, by halving. */
function changeBetween(zone: string, before: number, after: number): number {
  let [low, high] = [before / 1000, after / 1000];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(zone, middle) === offsetAt(zone, low)) low = middle;
    else high = middle;
  }
  return high * 1000;
}

const changeInHour = memoised((zone, hour): number | null =>
  offsetOf(zone, hour * HOUR) === offsetOf(zone, (hour + 1) * HOUR)
    ? null
    : changeBetween(zone, hour * HOUR, (hour + 1) * HOUR),
);

/** The instants of `(from, to)` at which the zone's clocks change. */
export function clockChanges(zone: string, from: number, to: number): readonly number[] {
  const changes: number[] = [];
  for (let hour = Math.floor(from / HOUR); hour * HOUR < to; hour++) {
    const change = changeInHour(zone, hour);
    if (change !== null && change > from && change < to) changes.push(change);
  }
  return changes;
}

function stretches(zone: string, from: number, to: number): readonly Stretch[] {
  const starts = [from, ...clockChanges(zone, from, to)];
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? to, offset: offsetOf(zone, start) }));
}

/** The local date, `YYYY-MM-DD`. */
export function localDate(zone: string, instant: number): string {
  return new Date(instant + offsetOf(zone, instant)).toISOString().slice(0, 10);
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 24 * HOUR).toISOString().slice(0, 10);
}

const startOfDay = memoised((zone, midnight): number => {
  for (const { start, end, offset } of stretches(zone, midnight - 16 * HOUR, midnight + 16 * HOUR)) {
    const first = Math.max(start, midnight - offset);
    if (first < end) return first;
  }
  throw new RangeError(`${zone} has no ${new Date(midnight).toISOString()}`);
});

/** The first instant whose local date is `date`, wherever midnight went; of a date left out, of the next one. */
export function dayStart(zone: string, date: string): number {
  return startOfDay(zone, Date.parse(date));
}

/** The instant of a local date-time: the first of two, and a skipped one by the offset before the change. */
export function instantOf(zone: string, local: string): number {
  const clock = Date.parse(`${local}Z`);
  for (const { end, offset } of stretches(zone, clock - 16 * HOUR, clock + 16 * HOUR)) {
    const named = clock - offset;
    if (named < end || clock - offsetOf(zone, end) < end) return named;
  }
  throw new RangeError(`${local} in ${zone}`);
}

/** The days that `[start, end)` touches, cut to it. */
export function dayBuckets(zone: string, start: number, end: number): readonly Bucket[] {
  const buckets: Bucket[] = [];
  for (let date = localDate(zone, start); dayStart(zone, date) < end; date = addDays(date, 1)) {
    const from = Math.max(start, dayStart(zone, date));
    const to = Math.min(end, dayStart(zone, addDays(date, 1)));
    if (from < to) buckets.push({ name: date, start: from, end: to });
  }
  return buckets;
}

/** The hours of `[start, end)`: each ends at a full local hour or at a change of clocks, and bears its first instant. */
export function hourBuckets(zone: string, start: number, end: number): readonly Bucket[] {
  return clockBuckets(zone, start, end, HOUR);
}

/** The minutes of `[start, end)`, like its hours. */
export function minuteBuckets(zone: string, start: number, end: number): readonly Bucket[] {
  return clockBuckets(zone, start, end, HOUR / 60);
}

function clockBuckets(zone: string, start: number, end: number, step: number): readonly Bucket[] {
  return stretches(zone, start, end).flatMap((stretch) => {
    const buckets: Bucket[] = [];
    for (let from = stretch.start; from < stretch.end; ) {
      const next = (Math.floor((from + stretch.offset) / step) + 1) * step - stretch.offset;
      const to = Math.min(next, stretch.end);
      buckets.push({ name: withOffset(from, stretch.offset), start: from, end: to });
      from = to;
    }
    return buckets;
  });
}

/** `2026-03-29T03:00:00+02:00`. */
export function withOffset(instant: number, offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const ahead = new Date(minutes * 60_000).toISOString().slice(11, 16);
  return `${new Date(instant + offset).toISOString().slice(0, 19)}${offset < 0 ? '-' : '+'}${ahead}`;
}
