import { millisecondsInDay } from 'date-fns/constants';
import { dayOf, daysBetween, startOfDay } from './days.js';
import type { Range } from './range.js';

/** A half-open range of local days, as days since 1970-01-01. */
export interface Days {
  readonly first: number;
  readonly end: number;
}

/** The local days that make up a range; undefined where it begins or ends within one. */
export function wholeDays({ start, end }: Range, zone: string): Days | undefined {
  const days = { first: dayOf(start, zone), end: dayOf(end, zone) };
  return startOfDay(days.first, zone) === start && startOfDay(days.end, zone) === end ? days : undefined;
}

/** The local days of a range one by one, and their first instants, without those that the zone skips. */
export const daysOf = (
  { start, end }: Range,
  zone: string,
): readonly { readonly day: number; readonly start: number }[] =>
  daysBetween(start, end, zone).map((day) => ({ day, start: startOfDay(day, zone) }));

/** The range of local days. */
export const rangeOf = ({ first, end }: Days, zone: string): Range => ({
  start: startOfDay(first, zone),
  end: startOfDay(end, zone),
});

/** The day number of the first of the month that holds a day, or of a month `ahead` of it. */
export function firstOfMonth(day: number, ahead = 0): number {
  const date = new Date(day * millisecondsInDay);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead) / millisecondsInDay;
}

/** The days one by one. */
export const eachDay = ({ first, end }: Days): readonly number[] =>
  Array.from({ length: end - first }, (_, index) => first + index);

/** The first days of all months that have some of the days. */
export const eachMonth = (days: Days): readonly number[] => [...new Set(eachDay(days).map((day) => firstOfMonth(day)))];
