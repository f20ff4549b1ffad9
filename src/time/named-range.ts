import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { hourBuckets } from './buckets.js';
import { MAX_YEARS, type Range } from './range.js';

/** Ranges by name, which move with the days. */
export const rangeNames = [
  'today',
  'yesterday',
  '24h',
  '7d',
  '28d',
  '30d',
  '90d',
  'month',
  'lastMonth',
  'year',
  '12mo',
  'all',
] as const;

export type RangeName = (typeof rangeNames)[number];

/** Local days, both included, `YYYY-MM-DD`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/**
 * Resolves a named range to days. All of them end today, except `yesterday` and `lastMonth`.
 *
 * @param today `YYYY-MM-DD`
 * @param first the day of the first event, with which `all` begins
 */
export function namedDays(name: Exclude<RangeName, '24h'>, today: string, first: string): Days {
  switch (name) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: daysAgo(today, 1), to: daysAgo(today, 1) };
    case '7d':
      return { from: daysAgo(today, 6), to: today };
    case '28d':
      return { from: daysAgo(today, 27), to: today };
    case '30d':
      return { from: daysAgo(today, 29), to: today };
    case '90d':
      return { from: daysAgo(today, 89), to: today };
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    case 'all': {
      const earliest = daysAgo(yearBefore(today, MAX_YEARS), -1);
      return { from: first > earliest ? first : earliest, to: today };
    }
    case 'month':
      return { from: `${today.slice(0, 7)}-01`, to: today };
    case 'lastMonth': {
      const last = daysAgo(`${today.slice(0, 7)}-01`, 1);
      return { from: `${last.slice(0, 7)}-01`, to: last };
    }
    case '12mo':
      return { from: daysAgo(yearBefore(today, 1), -1), to: today };
    default:
      return name satisfies never;
  }
}

/** 24 clock hours of the zone, including the current one. `now` is epoch milliseconds. */
export function last24Hours(now: number, zone: string): Range {
  const hours = hourBuckets({ start: now - 2 * millisecondsInHour, end: now + 2 * millisecondsInHour }, zone);
  const end = hours.find(({ start }) => start > now)?.start ?? now;
  return { start: end - millisecondsInDay, end };
}

const daysAgo = (date: string, days: number): string =>
  new Date(Date.parse(date) - days * millisecondsInDay).toISOString().slice(0, 10);

/** The same date in an earlier year; 28 February for the 29th. */
export function yearBefore(date: string, years: number): string {
  const year = Number(date.slice(0, 4)) - years;
  return `${year}${date.slice(4) === '-02-29' ? '-02-28' : date.slice(4)}`;
}
