import { millisecondsInDay } from 'date-fns/constants';
import { dayNumber, formatDay, isDayStart, localDay, startOfDay } from './days.js';
import { yearBefore } from './named-range.js';
import type { Range } from './range.js';
import { offsetAt, toInstant } from './zone.js';

/** The same local dates and times a year before; 28 February for the 29th. */
export function rangeYearBefore({ start, end }: Range, zone: string): Range {
  const last = localDay(end - 1, zone);
  const isOfDays = startOfDay(last + 1, zone) === end;
  // The last day is moved, not the day after it: a February ends with its own last day.
  return {
    start: instantYearBefore(start, zone),
    end: isOfDays ? startOfDay(dayYearBefore(last) + 1, zone) : instantYearBefore(end, zone),
  };
}

/** The same local date and time a year before; 28 February for the 29th. Epoch milliseconds. */
export function instantYearBefore(instant: number, zone: string): number {
  const day = localDay(instant, zone);
  return moveDays(instant, dayYearBefore(day) - day, zone);
}

const dayYearBefore = (day: number): number => dayNumber(yearBefore(formatDay(day), 1)) ?? day - 365;

/** The number of local days, at most three, by which a range must be moved to begin on the weekday of another one. */
export function daysToSameWeekday(range: Range, { start }: Range, zone: string): number {
  const ahead = (((localDay(start, zone) - localDay(range.start, zone)) % 7) + 7) % 7;
  return ahead > 3 ? ahead - 7 : ahead;
}

/** The same local time some days later; the start of a local day becomes the start of one. Epoch milliseconds. */
export function moveDays(instant: number, days: number, zone: string): number {
  if (isDayStart(instant, zone)) return startOfDay(localDay(instant, zone) + days, zone);
  return toInstant(instant + offsetAt(instant, zone) + days * millisecondsInDay, zone);
}
