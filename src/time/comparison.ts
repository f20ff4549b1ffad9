import { millisecondsInDay } from 'date-fns/constants';
import { dayNumber, formatDay, localDay, startOfDay } from './days.js';
import { yearBefore } from './named-range.js';
import type { Range } from './range.js';
import { offsetAt, toInstant } from './zone.js';

/** The same local dates and times a year before; 28 February for the 29th. */
export function rangeYearBefore({ start, end }: Range, zone: string): Range {
  // The last day is moved, not the day after it: a February ends with its own last day.
  return { start: instantYearBefore(start, zone), end: instantYearBefore(end - 1, zone) + 1 };
}

function instantYearBefore(instant: number, zone: string): number {
  const day = localDay(instant, zone);
  const earlier = dayNumber(yearBefore(formatDay(day), 1));
  if (earlier === undefined) return instant - 365 * millisecondsInDay;
  return toInstant(instant + offsetAt(instant, zone) - (day - earlier) * millisecondsInDay, zone);
}

/** Moves a range by at most three days, so that it begins on the weekday of another one; all days are local. */
export function onSameWeekday(range: Range, { start }: Range, zone: string): Range {
  const ahead = (((localDay(start, zone) - localDay(range.start, zone)) % 7) + 7) % 7;
  const days = ahead > 3 ? ahead - 7 : ahead;
  return { start: moveDays(range.start, days, zone), end: moveDays(range.end, days, zone) };
}

function moveDays(instant: number, days: number, zone: string): number {
  const day = localDay(instant, zone);
  if (startOfDay(day, zone) === instant) return startOfDay(day + days, zone);
  return toInstant(instant + offsetAt(instant, zone) + days * millisecondsInDay, zone);
}
