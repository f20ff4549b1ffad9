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

/** The same number of local days right before; for date-times, the same length of time. */
export function previousRangeOf(zone: string, from: string, to: string): Range {
  const { start, end } = rangeOf(zone, from, to);
  if (!DATE.test(from)) return { start: start - (end - start), end: start };
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return { start: dayStart(zone, addDays(from, -days)), end: start };
}
