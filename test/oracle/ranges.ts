import { addDays, dayStart, instantOf } from './zones.js';

/** Epoch milliseconds, `[start, end)`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const OFFSET = /(?:Z|[+-]\d{2}:\d{2})$/;

function instant(zone: string, text: string): number {
  return OFFSET.test(text) ? Date.parse(text) : instantOf(zone, text);
}

/** Dates are whole local days, both included; of two date-times the second is excluded. */
export function rangeOf(zone: string, from: string, to: string): Range {
  return DATE.test(from)
    ? { start: dayStart(zone, from), end: dayStart(zone, addDays(to, 1)) }
    : { start: instant(zone, from), end: instant(zone, to) };
}

/** Of a shorter range under way, the comparison ends where the range stands now. */
const MAX_ELAPSED_DAYS = 31;
const QUARTER = 15 * 60_000;

/**
 * The same number of local days right before; for date-times, the same length of time. Of a range that contains `now`, the same
 * elapsed time of these, to a quarter of an hour.
 */
export function previousRangeOf(zone: string, from: string, to: string, now: number): Range {
  const { start, end } = rangeOf(zone, from, to);
  const days = DATE.test(from) ? (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1 : (end - start) / 86_400_000;
  const first = DATE.test(from) ? dayStart(zone, addDays(from, -days)) : start - (end - start);
  if (now < start || now >= end || days > MAX_ELAPSED_DAYS) return { start: first, end: start };
  const last = start - (end - now);
  return { start: first, end: Math.max(first, last - (last % QUARTER)) };
}
