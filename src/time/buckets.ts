import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { invalid } from '../lib/errors.js';
import { daysBetween, formatDay, startOfDay } from './days.js';
import { hourErrors, type Range } from './range.js';
import { stretchesBetween } from './zone.js';

/** A part of a date range. It ends at the start of the next one, the last at the range's end. */
export interface Bucket {
  /** Epoch milliseconds. */
  readonly start: number;
  readonly label: string;
}

/** Returns the local days of a range, named `YYYY-MM-DD`, without days that the zone skipped. */
export function dayBuckets(range: Range, zone: string): readonly Bucket[] {
  return daysBetween(range.start, range.end, zone).map((day) => ({
    start: Math.max(range.start, startOfDay(day, zone)),
    label: formatDay(day),
  }));
}

/** Weeks run from Monday to Sunday and are named by their first day in the range, `YYYY-MM-DD`. */
export const weekBuckets = (range: Range, zone: string): readonly Bucket[] =>
  groupDays(range, zone, (date) => Math.floor((Date.parse(date) / millisecondsInDay + DAYS_FROM_MONDAY) / 7));

/** Local months, named by their first day in the range, `YYYY-MM-DD`. */
export const monthBuckets = (range: Range, zone: string): readonly Bucket[] =>
  groupDays(range, zone, (date) => date.slice(0, 7));

/** 1970-01-01, from which days are counted, was a Thursday. */
const DAYS_FROM_MONDAY = 3;

/** Returns the first day of each run of days that belong to the same group. */
function groupDays(range: Range, zone: string, group: (date: string) => number | string): readonly Bucket[] {
  const days = dayBuckets(range, zone);
  return days.filter(({ label }, index) => index === 0 || group(label) !== group(days[index - 1]?.label ?? ''));
}

/**
 * Returns the local hours of a range, in order, named by the local time and offset of their first instant, as in
 * `2026-03-29T03:00:00+02:00`. A clock change ends an hour too. Throws an AppError for a range over 366 days.
 */
export function hourBuckets(range: Range, zone: string): readonly Bucket[] {
  const errors = hourErrors(range, zone);
  if (errors.length > 0) throw invalid(...errors);
  return clockBuckets(range, zone, millisecondsInHour);
}

/** Returns the minutes of a range like {@link hourBuckets}, for a range of any length. */
export const minuteBuckets = (range: Range, zone: string): readonly Bucket[] =>
  clockBuckets(range, zone, millisecondsInMinute);

/** Splits a range where the local clock shows a multiple of `step` milliseconds, and where it changes. */
function clockBuckets({ start: first, end: last }: Range, zone: string, step: number): readonly Bucket[] {
  return stretchesBetween(first, last, zone).flatMap(({ start, end, offset }) => {
    const buckets: Bucket[] = [];
    const label = clockLabels(offset);
    for (let at = start; at < end; at = nextMultiple(at + offset, step) - offset) {
      buckets.push({ start: at, label: label(at) });
    }
    return buckets;
  });
}

const nextMultiple = (local: number, step: number): number => (Math.floor(local / step) + 1) * step;

/**
 * Returns a function for labels to the second, also for a range that begins within a second. There are thousands of labels, so
 * each date and each time of day is formatted once.
 */
function clockLabels(offset: number): (instant: number) => string {
  const zone = offsetLabel(offset);
  const times = new Map<number, string>();
  let [day, date] = [Number.NaN, ''];
  return (instant) => {
    const local = instant + offset;
    if (Math.floor(local / millisecondsInDay) !== day) {
      day = Math.floor(local / millisecondsInDay);
      date = formatDay(day);
    }
    const sinceMidnight = local - day * millisecondsInDay;
    const time = times.get(sinceMidnight) ?? new Date(sinceMidnight).toISOString().slice(10, 19) + zone;
    times.set(sinceMidnight, time);
    return date + time;
  };
}

function offsetLabel(offset: number): string {
  const minutes = Math.abs(offset) / millisecondsInMinute;
  return `${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
