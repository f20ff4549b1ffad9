import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { invalid } from '../lib/errors.js';
import { daysBefore, daysBetween, FIRST_YEAR, LAST_YEAR, startOfDay } from './days.js';
import { type Moment, parseMoment } from './iso.js';
import { instantOf, offsetAt } from './zone.js';

/** A half-open range of time, `[start, end)`, in epoch milliseconds. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** What a statistics query asks about, and what it is compared with. */
export interface Ranges {
  readonly range: Range;
  /** The period right before it, of as many local days or of the same length. */
  readonly previous: Range;
  /** What figures are compared with: all of `previous` or, of a range that is under way, what had passed of it by then. */
  readonly comparison: Range;
}

const MAX_YEARS = 10;
const MAX_HOURLY_DAYS = 366;

/** A longer range under way is compared with all of the period before it. */
const MAX_ELAPSED_DAYS = 31;

/** Days and full hours of every time zone begin on a multiple of it. */
export const QUARTER_MS = 15 * millisecondsInMinute;

/** What `from` and `to` have to be. */
export const MOMENT_RULE = `must be an existing date (YYYY-MM-DD) or ISO 8601 date-time, from ${FIRST_YEAR} to ${LAST_YEAR}`;

/** Whether a text is one that `from` and `to` can be, in whichever zone. */
export const isMoment = (text: string): boolean => parseMoment(text, 'UTC') !== undefined;

/**
 * The range that `from` and `to` name in a website's zone: whole local days, both included, or two ISO 8601 date-times,
 * `to` excluded. It is compared with as many local days, or the same length of time, right before it; up to 31 days
 * that contain `now` (epoch milliseconds) with the same elapsed time of these, to a quarter of an hour.
 * Throws a AppError that lists everything wrong with the two.
 * @example parseRange('2026-03-01', '2026-03-31', 'Europe/Berlin', Date.now())
 */
export function parseRange(from: string, to: string, zone: string, now: number): Ranges {
  const [first, last] = momentsOf(from, to, zone);
  const range = rangeOf(first, last, zone);
  const faults = lengthFaults(range, zone);
  if (faults.length > 0) throw invalid(...faults);
  const previous = { start: previousStart(first, range, zone), end: range.start };
  const isUnderWay =
    range.start <= now && now < range.end && range.end <= daysAfter(range.start, MAX_ELAPSED_DAYS, zone);
  return { range, previous, comparison: isUnderWay ? elapsed(previous, range.end - now) : previous };
}

/** What had passed of a range so many milliseconds before its end, to a quarter of an hour. */
function elapsed({ start, end }: Range, left: number): Range {
  const until = Math.floor((end - left) / QUARTER_MS) * QUARTER_MS;
  return { start, end: Math.max(start, until) };
}

/** The range of any length that `from` and `to` name. Throws a AppError that lists everything else wrong with the two. */
export const namedRange = (from: string, to: string, zone: string): Range =>
  rangeOf(...momentsOf(from, to, zone), zone);

function momentsOf(from: string, to: string, zone: string): readonly [Moment, Moment] {
  const [first, last] = [parseMoment(from, zone), parseMoment(to, zone)];
  if (first && last) return [first, last];
  throw invalid(...(first ? [] : [`from: ${MOMENT_RULE}`]), ...(last ? [] : [`to: ${MOMENT_RULE}`]));
}

/** What is wrong with the length of a range: nothing, or that it has too many years. */
export const lengthFaults = (range: Range, zone: string): readonly string[] =>
  range.end > yearsAfter(range.start, MAX_YEARS, zone) ? [`to: must be at most ${MAX_YEARS} years after from`] : [];

/** What is wrong with hours of a range: nothing, or that it has too many. */
export const hourFaults = (range: Range, zone: string): readonly string[] =>
  range.end > daysAfter(range.start, MAX_HOURLY_DAYS, zone)
    ? [`granularity: hours are for at most ${MAX_HOURLY_DAYS} days; use granularity=day`]
    : [];

/** The calendar month in UTC that holds an instant in epoch milliseconds. */
export function utcMonth(now: number): Range {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { start: Date.UTC(year, month), end: Date.UTC(year, month + 1) };
}

function rangeOf(first: Moment, last: Moment, zone: string): Range {
  if (first.kind === 'day' && last.kind === 'day') {
    if (first.day > last.day) throw fromAfterTo();
    return { start: startOfDay(first.day, zone), end: startOfDay(last.day + 1, zone) };
  }
  if (first.kind === 'instant' && last.kind === 'instant') {
    if (first.instant > last.instant) throw fromAfterTo();
    return { start: first.instant, end: last.instant };
  }
  throw invalid('from, to: must both be dates or both be date-times');
}

const fromAfterTo = () => invalid('from: must not be after to');

/** The same local time so many years later; for 29 February, where there is none, 1 March. */
function yearsAfter(instant: number, years: number, zone: string): number {
  const local = new Date(instant + offsetAt(instant, zone));
  return instantOf(local.setUTCFullYear(local.getUTCFullYear() + years), zone);
}

/** So many local days later, or as many times 24 hours, if that is more: neither kind of range is refused by an hour. */
function daysAfter(instant: number, days: number, zone: string): number {
  const length = days * millisecondsInDay;
  return Math.max(instant + length, instantOf(instant + offsetAt(instant, zone) + length, zone));
}

/** Days that the zone skipped are counted neither in the range nor before it. */
function previousStart(first: Moment, range: Range, zone: string): number {
  if (first.kind === 'instant') return range.start - (range.end - range.start);
  return startOfDay(daysBefore(first.day, daysBetween(range.start, range.end, zone).length, zone), zone);
}
