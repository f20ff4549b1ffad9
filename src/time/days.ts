import { millisecondsInDay } from 'date-fns/constants';
import { invalidField } from '../lib/errors.js';
import { offsetAt, toInstant } from './zone.js';

/** The years that a query may ask for, well within those of ClickHouse's `Date` (1970 to 2149). */
export const FIRST_YEAR = 1970;
export const LAST_YEAR = 2100;

/** Returns the days since 1970-01-01; undefined for a date outside the calendar or the allowed years. */
export function dayNumber(date: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return undefined;
  const year = Number(date.slice(0, 4));
  if (year < FIRST_YEAR || year > LAST_YEAR) return undefined;
  const day = Date.parse(date) / millisecondsInDay;
  // `Date.parse` may read 30 February as 2 March.
  return Number.isInteger(day) && formatDay(day) === date ? day : undefined;
}

/** The date some days earlier, or later for a negative number. Dates are `YYYY-MM-DD`. */
export const dateBefore = (date: string, days: number): string =>
  formatDay(Date.parse(date) / millisecondsInDay - days);

/** Formats a day number as `YYYY-MM-DD`. */
export function formatDay(day: number): string {
  return new Date(day * millisecondsInDay).toISOString().slice(0, 10);
}

/**
 * Returns the first instant of a local day. A day that begins in a gap begins right after it, and one whose midnight occurs
 * twice begins with the first. A day that the zone skips begins with the next day.
 */
export function startOfDay(day: number, zone: string): number {
  return toInstant(day * millisecondsInDay, zone);
}

/** Returns the local day that contains an instant. It never goes back, even when clocks are turned back past midnight. */
export function localDay(instant: number, zone: string): number {
  let day = Math.floor((instant + offsetAt(instant, zone)) / millisecondsInDay);
  while (startOfDay(day + 1, zone) <= instant) day++;
  return day;
}

export const isDayStart = (instant: number, zone: string): boolean =>
  startOfDay(localDay(instant, zone), zone) === instant;

/**
 * Returns a function that finds the start of the local day of an instant, both in epoch milliseconds. Repeats of a day are fast.
 */
export function localDayStarts(zone: string): (instant: number) => number {
  let [start, end] = [0, 0];
  return (instant) => {
    if (instant < start || instant >= end) {
      const day = localDay(instant, zone);
      [start, end] = [startOfDay(day, zone), startOfDay(day + 1, zone)];
    }
    return start;
  };
}

/** Returns the local days that overlap `[start, end)`, in order, without those that the zone skips. */
export function daysBetween(start: number, end: number, zone: string): readonly number[] {
  if (start >= end) return [];
  const days: number[] = [];
  let day = localDay(start, zone);
  for (let begins = startOfDay(day, zone); begins < end; day++) {
    const ends = startOfDay(day + 1, zone);
    if (!isSkipped(begins, ends)) days.push(day);
    begins = ends;
  }
  return days;
}

/** Returns the day that is `count` days before `day`, without counting days that the zone skips. */
export function daysBefore(day: number, count: number, zone: string): number {
  let first = day;
  let ends = startOfDay(day, zone);
  for (let left = count; left > 0; ) {
    first--;
    const begins = startOfDay(first, zone);
    if (!isSkipped(begins, ends)) left--;
    ends = begins;
  }
  return first;
}

/** The same day of the earlier month, or the last day of a shorter month. */
export function monthsBefore(day: number, months: number): number {
  const date = new Date(day * millisecondsInDay);
  const month = date.getUTCMonth() - months;
  const startOfMonth = (each: number) => Date.UTC(date.getUTCFullYear(), each) / millisecondsInDay;
  return Math.min(startOfMonth(month) + date.getUTCDate(), startOfMonth(month + 1)) - 1;
}

/** Samoa, which moved across the date line, never had 30 December 2011. */
export const isSkipped = (begins: number, ends: number): boolean => begins === ends;

/**
 * Returns the epoch milliseconds at which the local day `YYYY-MM-DD` begins. Throws an AppError for a date that does not exist.
 */
export function startOfLocalDay(date: string, zone: string): number {
  const day = dayNumber(date);
  if (day === undefined) {
    throw invalidField('date', `must be an existing date (YYYY-MM-DD), from ${FIRST_YEAR} to ${LAST_YEAR}`);
  }
  return startOfDay(day, zone);
}

/** Returns the local day, `YYYY-MM-DD`, that contains an instant in epoch milliseconds. */
export function localDate(instant: number, zone: string): string {
  return formatDay(localDay(instant, zone));
}

/** As a day number: 1970-01-01 was a Thursday. */
const FIRST_MONDAY = -3;

/** The Monday of a date's week; both are `YYYY-MM-DD`. */
export function startOfWeek(date: string): string {
  const day = Date.parse(date) / millisecondsInDay;
  return formatDay(day - ((((day - FIRST_MONDAY) % 7) + 7) % 7));
}

/** Returns Monday and Sunday of the last complete local week before an instant in epoch milliseconds. */
export function lastWeek(instant: number, zone: string): { readonly from: string; readonly to: string } {
  const day = localDay(instant, zone);
  const monday = day - ((day - FIRST_MONDAY) % 7);
  return { from: formatDay(monday - 7), to: formatDay(monday - 1) };
}

/** Returns the instant at which the local clock showed the same time `days` earlier. */
export const sameTimeBefore = (instant: number, days: number, zone: string): number =>
  toInstant(instant + offsetAt(instant, zone) - days * millisecondsInDay, zone);
