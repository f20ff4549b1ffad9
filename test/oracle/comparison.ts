import { type Range, rangeOf } from './ranges.js';
import { addDays, dayStart, instantOf, localDate, offsetOf } from './zones.js';

/** How a range is compared, as clients ask for it; `from` and `to` are dates of a custom range. */
export interface Comparison {
  readonly mode: 'previous' | 'year' | 'custom';
  readonly from?: string;
  readonly to?: string;
  readonly matchWeekday?: boolean;
}

export interface Compared {
  readonly range: Range;
  /** The instant that one of the main range is compared with. */
  readonly toCompared: (instant: number) => number;
}

const DAY = 86_400_000;

const weekdayOf = (date: string): number => new Date(date).getUTCDay();
const daysBetween = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / DAY;

/** The same date of the year before, 28 February for the 29th. */
function yearBefore(date: string, is365Days: boolean): string {
  if (is365Days) return addDays(date, -365);
  const day = date.slice(4) === '-02-29' ? '-02-28' : date.slice(4);
  return `${Number(date.slice(0, 4)) - 1}${day}`;
}

/** @param is365Days the mistake of taking a year for so many days */
export function comparisonOf(
  zone: string,
  { start, end }: Range,
  { mode, from = '', to = '', matchWeekday = false }: Comparison,
  is365Days = false,
): Compared {
  const dateOf = (instant: number) => localDate(zone, instant);
  const isDayStart = (instant: number) => dayStart(zone, dateOf(instant)) === instant;
  /** To the same local time of another date, and from the start of a day to that of one. */
  const toDate = (instant: number, date: string): number => {
    if (isDayStart(instant)) return dayStart(zone, date);
    const time = new Date(instant + offsetOf(zone, instant)).toISOString().slice(10, 23);
    return instantOf(zone, `${date}${time}`);
  };
  const move = (instant: number, days: number) => toDate(instant, addDays(dateOf(instant), days));
  const toYearBefore = (instant: number) => toDate(instant, yearBefore(dateOf(instant), is365Days));
  const compared = ((): Range => {
    if (mode === 'custom') return rangeOf(zone, from, to);
    if (mode === 'previous') {
      const days = daysBetween(dateOf(start), dateOf(end));
      return { start: isDayStart(start) ? move(start, -days) : start - (end - start), end: start };
    }
    if (!isDayStart(end)) return { start: toYearBefore(start), end: toYearBefore(end) };
    const last = yearBefore(addDays(dateOf(end), -1), is365Days);
    return { start: toYearBefore(start), end: dayStart(zone, addDays(last, 1)) };
  })();
  const days = daysBetween(dateOf(compared.start), dateOf(start));
  const areDays = isDayStart(start) && isDayStart(compared.start);
  const toCompared = (instant: number) => {
    if (mode === 'year') return toYearBefore(instant);
    return areDays ? move(instant, -days) : instant - (start - compared.start);
  };
  const difference = (weekdayOf(dateOf(start)) - weekdayOf(dateOf(compared.start)) + 7) % 7;
  const moved = !matchWeekday ? 0 : difference > 3 ? difference - 7 : difference;
  // A range is not compared with itself.
  if (moved === 0 || move(compared.start, moved) === start) return { range: compared, toCompared };
  return {
    range: { start: move(compared.start, moved), end: move(compared.end, moved) },
    toCompared: (instant) => move(toCompared(instant), moved),
  };
}

/** A row of time, and the instant from which events are in it. */
export interface RowStart {
  readonly start: number;
  /** Null for what is in no row. */
  readonly name: string | number | boolean | null;
}

/** Where the rows of a range begin in the one that it is compared with. A row that begins with another one is compared with nothing. */
export function comparedStarts(
  rows: readonly RowStart[],
  { end }: Range,
  { range, toCompared }: Compared,
): readonly RowStart[] {
  const starts: RowStart[] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (const { start, name } of [...rows, { start: end, name: null }]) {
    const own = starts.length === 0 ? range.start : toCompared(start);
    if (own < range.end && own > before) starts.push({ start: own, name });
    before = own;
  }
  return starts;
}
