import { millisecondsInDay } from 'date-fns/constants';
import { daysBetween, isDayStart, localDay, moveDays, type Range, startOfDay } from '../../time/index.js';
import type { Comparison } from '../rows/parse-ranges.js';
import { median } from './statistics.js';

/** Days of history before both ranges, from which the usual noise is learnt. */
export const HISTORY_DAYS = 28;

const WEEK = 7;

/** So much of a range may be missing. */
const SMALL_PART = 30;

/** Longer ranges are not read by day. */
const MAX_DAYS = 62;

/** The days of a comparison, as the search for causes needs them. */
export interface Calendar {
  /** Of the range, in days. */
  readonly length: number;
  /** From the start of the range before to that of the range, in days. */
  readonly distance: number;
  /** How often ranges of the same weekdays fit into the history; 0 if the two ranges are compared directly. */
  readonly pasts: number;
  /** The weekday of each local day of the range, and of the range before, where the history begins with 0. */
  readonly weekdays: Readonly<Record<'now' | 'before', readonly number[]>>;
  /** Places of the ranges' days behind those of the history. Of long ranges, the one place has all days. */
  readonly places: Readonly<Record<'now' | 'before', readonly number[]>>;
}

/** All ranges that are read. Instants are epoch milliseconds. */
export interface Windows {
  readonly now: Range;
  readonly before: Range;
  /** What has passed of the range. */
  readonly elapsed: Range;
  readonly pastNow: readonly Range[];
  readonly pastBefore: readonly Range[];
  readonly history: Range;
  /** The starts of the days of the history, and of those of the ranges, in order; {@link Calendar.places} are of these. */
  readonly starts: readonly number[];
  /** Whether the range is still running, and is compared with more than it has had. A day of a month does not matter. */
  readonly isIncomplete: boolean;
}

/** @param at the present, epoch milliseconds */
export function planWindows(
  now: Range,
  { range: before, mode }: Pick<Comparison, 'range' | 'mode'>,
  zone: string,
  at: number,
): { readonly calendar: Calendar; readonly windows: Windows } {
  const distance = localDay(now.start, zone) - localDay(before.start, zone);
  const isOfDays = [now, before].every(({ start }) => isDayStart(start, zone));
  const moved = isOfDays ? moveDays(before.end, distance, zone) : before.end + (now.start - before.start);
  const reached = now.end > at ? Math.min(now.end, moved) : now.end;
  const earlier = Math.min(now.start, before.start);
  const history = { start: moveDays(earlier, -HISTORY_DAYS, zone), end: earlier };
  const isAdjacent = mode === 'previous' && before.start < now.start;
  const pastNow = isAdjacent ? findPasts({ start: now.start, end: reached }, history, zone) : [];
  const pastBefore = isAdjacent ? findPasts(before, history, zone) : [];
  const pasts = Math.min(pastNow.length, pastBefore.length);
  const historyDays = daysBetween(
    startOfDay(localDay(earlier, zone) - HISTORY_DAYS, zone),
    startOfDay(localDay(earlier, zone), zone),
    zone,
  );
  const [first = 0] = historyDays;
  const days = { now: daysBetween(now.start, now.end, zone), before: daysBetween(before.start, before.end, zone) };
  const { starts, places } = placeDays(historyDays, days, { now, before }, zone);
  const findWeekdays = (own: readonly number[]) => own.map((day) => (((day - first) % WEEK) + WEEK) % WEEK);
  return {
    calendar: {
      length: Math.max((reached - now.start) / millisecondsInDay, 1 / 24),
      distance: Math.abs(distance),
      pasts,
      weekdays: { now: findWeekdays(days.now), before: findWeekdays(days.before) },
      places,
    },
    windows: {
      now,
      before,
      elapsed: { start: now.start, end: Math.min(now.end, at) },
      pastNow: pastNow.slice(0, pasts),
      pastBefore: pastBefore.slice(0, pasts),
      history,
      starts,
      isIncomplete: now.end > at && moved - at > (now.end - now.start) / SMALL_PART,
    },
  };
}

/** A range moved back by whole weeks into the history, as often as it fits without overlaps, latest first. */
function findPasts(range: Range, history: Range, zone: string): readonly Range[] {
  const move = (days: number) => ({ start: moveDays(range.start, -days, zone), end: moveDays(range.end, -days, zone) });
  // A clock change adds an hour.
  const weeks = Math.max(1, Math.ceil((range.end - range.start) / millisecondsInDay / WEEK - 0.01));
  const pasts: Range[] = [];
  let back = WEEK;
  while (move(back).end > history.end) back += WEEK;
  for (; move(back).start >= history.start; back += WEEK * weeks) pasts.push(move(back));
  return pasts;
}

function placeDays(
  history: readonly number[],
  days: Calendar['weekdays'],
  ranges: Readonly<Record<'now' | 'before', Range>>,
  zone: string,
): Pick<Calendar, 'places'> & Pick<Windows, 'starts'> {
  const find = (own: readonly number[]) => own.map((day) => startOfDay(day, zone));
  const isLong = Math.max(days.now.length, days.before.length) > MAX_DAYS;
  const own = isLong
    ? { now: [ranges.now.start], before: [ranges.before.start] }
    : { now: find(days.now), before: find(days.before) };
  const starts = [...new Set([...find(history), ...own.before, ...own.now])].sort((one, other) => one - other);
  const toPlaces = (list: readonly number[]) => list.map((start) => starts.indexOf(start));
  return { starts, places: { now: toPlaces(own.now), before: toPlaces(own.before) } };
}

/** What a weekday of the history usually has. */
export const usualDay = (days: readonly number[], weekday: number): number =>
  median([0, 1, 2, 3].map((week) => days[weekday + WEEK * week]!));

/** How much more the weekdays of the range have than those of the range before. */
export function weekdayFactor(days: readonly number[], { weekdays }: Calendar, isSteady: boolean): number {
  const lengths = weekdays.now.length / (weekdays.before.length || 1);
  if (!isSteady) return lengths;
  const weigh = (side: 'now' | 'before') => weekdays[side].reduce((total, day) => total + usualDay(days, day), 0);
  const factor = weigh('now') / weigh('before');
  return Number.isFinite(factor) && factor > 0 ? factor : lengths;
}
