import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { z } from 'zod';
import { invalid, invalidField, type Problem } from '../lib/errors.js';
import { daysBefore, daysBetween, FIRST_YEAR, LAST_YEAR, startOfDay } from './days.js';
import { type Moment, parseMoment } from './iso.js';
import { offsetAt, toInstant } from './zone.js';

/** A half-open range of time, `[start, end)`, in epoch milliseconds. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The date range of a statistics query, and its comparison ranges. */
export interface Ranges {
  readonly range: Range;
  /** As many local days, or the same length, right before the range. */
  readonly previous: Range;
  /** The comparison range: all of `previous` or, for a range in progress, the same elapsed part of it. */
  readonly comparison: Range;
}

export const MAX_YEARS = 10;
const MAX_HOURLY_DAYS = 366;

/** A longer range in progress is compared with the whole range before it. */
const MAX_ELAPSED_DAYS = 31;

/** Days and full hours of every time zone begin on a multiple of this. */
export const QUARTER_MS = 15 * millisecondsInMinute;

export const MOMENT_RULE = `must be an existing date (YYYY-MM-DD) or ISO 8601 date-time, from ${FIRST_YEAR} to ${LAST_YEAR}`;

const DATE = `(?=19[7-9]|20|2100)${z.regexes.date.source.replace(/^\^|\$$/g, '')}`;

export const DATE_PATTERN = `^${DATE}$`;

/** JSON Schema pattern of a date, or of a date-time in its usual spellings. */
export const MOMENT_PATTERN = `^${DATE}(?:T(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\\.[0-9]{1,9})?)?(?:Z|[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?)?)?$`;

/** Whether the time zone has the instant is not checked. */
export const isMoment = (text: string): boolean => parseMoment(text, 'UTC') !== undefined;

/**
 * Returns the range from `from` to `to` in a website's zone: whole local days, both included, or two ISO 8601 date-times, `to`
 * excluded. It is compared with as many local days, or the same length of time, right before it. A range of up to 31 days that
 * contains `now` (epoch milliseconds) is compared with the same elapsed part of those, to a quarter of an hour. Throws an
 * AppError that lists every error in the two.
 *
 * @param isHourly whether the range will be split into hours, as long ranges cannot be
 * @example parseRange('2026-03-01', '2026-03-31', 'Europe/Berlin', Date.now())
 */
export function parseRange(from: string, to: string, zone: string, now: number, isHourly = false): Ranges {
  const [first, last] = parseMoments(from, to, zone);
  const range = makeRange(first, last, zone);
  const errors = [...(isTooLong(first, last, zone) ? [TOO_LONG] : []), ...(isHourly ? hourErrors(range, zone) : [])];
  if (errors.length > 0) throw invalid(...errors);
  const previous = { start: previousStart(first, range, zone), end: range.start };
  const isUnderWay =
    range.start <= now && now < range.end && range.end <= daysAfter(range.start, MAX_ELAPSED_DAYS, zone);
  return { range, previous, comparison: isUnderWay ? elapsed(previous, range.end - now) : previous };
}

/** Cuts the last `left` milliseconds off a range, rounded to a quarter of an hour. */
function elapsed({ start, end }: Range, left: number): Range {
  const until = Math.floor((end - left) / QUARTER_MS) * QUARTER_MS;
  return { start, end: Math.max(start, until) };
}

/** Parses a range of any length. Throws an AppError that lists every error in the two. */
export const namedRange = (from: string, to: string, zone: string): Range =>
  makeRange(...parseMoments(from, to, zone), zone);

function parseMoments(from: string, to: string, zone: string): readonly [Moment, Moment] {
  const [first, last] = [parseMoment(from, zone), parseMoment(to, zone)];
  if (first && last) return [first, last];
  throw invalid(
    ...(first ? [] : [{ field: 'from', message: MOMENT_RULE }]),
    ...(last ? [] : [{ field: 'to', message: MOMENT_RULE }]),
  );
}

const TOO_LONG = { field: 'to', message: `must be at most ${MAX_YEARS} years after from` };

/** From a day to the same day ten years later is not too long, though both are included. */
const isTooLong = (first: Moment, last: Moment, zone: string): boolean =>
  firstInstant(last, zone) > yearsAfter(firstInstant(first, zone), MAX_YEARS, zone);

const firstInstant = (moment: Moment, zone: string): number =>
  moment.kind === 'day' ? startOfDay(moment.day, zone) : moment.instant;

export const hourErrors = (range: Range, zone: string): readonly Problem[] =>
  range.end > daysAfter(range.start, MAX_HOURLY_DAYS, zone)
    ? [{ field: 'granularity', message: `hours are for at most ${MAX_HOURLY_DAYS} days; use granularity=day` }]
    : [];

/** The calendar month in UTC that contains `now`, epoch milliseconds. */
export function utcMonth(now: number): Range {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { start: Date.UTC(year, month), end: Date.UTC(year, month + 1) };
}

function makeRange(first: Moment, last: Moment, zone: string): Range {
  if (first.kind === 'day' && last.kind === 'day') {
    if (first.day > last.day) throw fromAfterTo();
    return { start: startOfDay(first.day, zone), end: startOfDay(last.day + 1, zone) };
  }
  if (first.kind === 'instant' && last.kind === 'instant') {
    if (first.instant > last.instant) throw fromAfterTo();
    return { start: first.instant, end: last.instant };
  }
  throw invalidField('from, to', 'must both be dates or both be date-times');
}

const fromAfterTo = () => invalidField('from', 'must not be after to');

/** Keeps the local time. From 29 February, a year without it gives 1 March. */
function yearsAfter(instant: number, years: number, zone: string): number {
  const local = new Date(instant + offsetAt(instant, zone));
  return toInstant(local.setUTCFullYear(local.getUTCFullYear() + years), zone);
}

/**
 * Returns the later of the same local time `days` later and 24 hours times `days` later, so that a clock change makes
 * no allowed range too long.
 */
function daysAfter(instant: number, days: number, zone: string): number {
  const length = days * millisecondsInDay;
  return Math.max(instant + length, toInstant(instant + offsetAt(instant, zone) + length, zone));
}

/** Days that the zone skipped are not counted, neither in the range nor before it. */
function previousStart(first: Moment, range: Range, zone: string): number {
  if (first.kind === 'instant') return range.start - (range.end - range.start);
  return startOfDay(daysBefore(first.day, daysBetween(range.start, range.end, zone).length, zone), zone);
}
