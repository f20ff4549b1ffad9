import { millisecondsInHour } from 'date-fns/constants';
import { hourBuckets } from './buckets.js';
import { dateBefore, localDate } from './days.js';
import { MAX_YEARS } from './range.js';

/** The first and last local day, `YYYY-MM-DD`; of `24h`, the instants of its start and end. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** What named ranges are resolved by. Instants are epoch milliseconds. */
export interface RangeMoment {
  readonly zone: string;
  readonly now: number;
  /** With which `all` begins; undefined without events. */
  readonly firstEvent?: number | undefined;
}

const lastDays =
  (count: number) =>
  (today: string): Days => ({ from: dateBefore(today, count - 1), to: today });

/** Ranges by name, which move with the days. All of them end today, except `yesterday`, `24h` and `lastMonth`. */
const namedRanges = {
  today: lastDays(1),
  yesterday: (today) => ({ from: dateBefore(today, 1), to: dateBefore(today, 1) }),
  '24h': last24Hours,
  '7d': lastDays(7),
  '28d': lastDays(28),
  '30d': lastDays(30),
  '90d': lastDays(90),
  month: (today) => ({ from: `${today.slice(0, 7)}-01`, to: today }),
  lastMonth: (today) => {
    const to = dateBefore(`${today.slice(0, 7)}-01`, 1);
    return { from: `${to.slice(0, 7)}-01`, to };
  },
  year: (today) => ({ from: `${today.slice(0, 4)}-01-01`, to: today }),
  '12mo': (today) => ({ from: dateBefore(yearBefore(today, 1), -1), to: today }),
  all: (today, { zone, now, firstEvent = now }) => {
    const earliest = dateBefore(yearBefore(today, MAX_YEARS), -1);
    return { from: later(localDate(firstEvent, zone), earliest), to: today };
  },
} as const satisfies Record<string, (today: string, moment: RangeMoment) => Days>;

export type RangeName = keyof typeof namedRanges;

export const rangeNames = Object.keys(namedRanges) as [RangeName, ...RangeName[]];

/** Resolves a named range. */
export const namedDays = (name: RangeName, moment: RangeMoment): Days =>
  namedRanges[name](localDate(moment.now, moment.zone), moment);

/** The range of {@link lastHours}, to the end of the current hour. */
function last24Hours(_: string, { now, zone }: RangeMoment): Days {
  const [start = now] = lastHours(now, zone);
  const next = hourBuckets({ start: now, end: now + 2 * millisecondsInHour }, zone)[1];
  return { from: new Date(start).toISOString(), to: new Date(next?.start ?? now).toISOString() };
}

const HOURS = 24;

/**
 * Returns the starts of the zone's last 24 clock hours, including the current one, in epoch milliseconds. A change of
 * clocks within an hour divides it.
 */
export function lastHours(now: number, zone: string): readonly number[] {
  // The first bucket, which the range cuts, is one of those left out.
  const buckets = hourBuckets({ start: now - (HOURS + 1) * millisecondsInHour, end: now + 1 }, zone);
  return buckets.slice(-HOURS).map(({ start }) => start);
}

const later = (one: string, other: string): string => (one > other ? one : other);

/** The same date in an earlier year; 28 February for the 29th. */
export function yearBefore(date: string, years: number): string {
  const year = Number(date.slice(0, 4)) - years;
  return `${year}${date.slice(4) === '-02-29' ? '-02-28' : date.slice(4)}`;
}
