import { millisecondsInDay } from 'date-fns/constants';
import { AppError } from '../../lib/errors.js';
import { isMoment, localDate, parseRange, type Ranges } from '../../time/index.js';
import { dateSpan } from './dates.js';

export const rangeNames = ['today', 'yesterday', '7d', '30d', 'month', 'last-month', '12mo'] as const;

export type RangeName = (typeof rangeNames)[number];

/** A range by its name, which moves with the days, or two local days, both included (`YYYY-MM-DD`). */
export type RangeChoice = { readonly name: RangeName } | { readonly from: string; readonly to: string };

/** The label of each range, and its key. */
export const rangeLabels: Readonly<Record<RangeName, { readonly label: string; readonly key: string }>> = {
  today: { label: 'Today', key: 't' },
  yesterday: { label: 'Yesterday', key: 'y' },
  '7d': { label: 'Last 7 days', key: '7' },
  '30d': { label: 'Last 30 days', key: '3' },
  month: { label: 'This month', key: 'm' },
  'last-month': { label: 'Last month', key: 'l' },
  '12mo': { label: 'Last 12 months', key: '0' },
};

/** Two local days, both included, `YYYY-MM-DD`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** A range of a website in its own time zone. */
export interface ShownRange {
  readonly days: Days;
  readonly ranges: Ranges;
  /** `Last 30 days`, or the days themselves. */
  readonly label: string;
  /** `1–31 Mar 2026`. */
  readonly span: string;
}

/** Returns whether the text is an existing day, `YYYY-MM-DD`. */
export const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && isMoment(text);

/** Returns the days and instants of a choice in the zone. Undefined when there are more days than a query allows. */
export function showRange(choice: RangeChoice, now: number, zone: string): ShownRange | undefined {
  const days = 'from' in choice ? choice : resolveRange(choice.name, localDate(now, zone));
  const span = dateSpan(days);
  try {
    return {
      days: { from: days.from, to: days.to },
      ranges: parseRange(days.from, days.to, zone, now),
      label: 'from' in choice ? span : rangeLabels[choice.name].label,
      span,
    };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function resolveRange(name: RangeName, today: string): Days {
  switch (name) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: daysAgo(today, 1), to: daysAgo(today, 1) };
    case '7d':
      return { from: daysAgo(today, 6), to: today };
    case '30d':
      return { from: daysAgo(today, 29), to: today };
    case 'month':
      return { from: `${today.slice(0, 7)}-01`, to: today };
    case 'last-month': {
      const last = daysAgo(`${today.slice(0, 7)}-01`, 1);
      return { from: `${last.slice(0, 7)}-01`, to: last };
    }
    case '12mo':
      return { from: daysAgo(yearBefore(today), -1), to: today };
    default:
      return name satisfies never;
  }
}

const daysAgo = (date: string, days: number): string =>
  new Date(Date.parse(date) - days * millisecondsInDay).toISOString().slice(0, 10);

/** Returns the same date one year earlier; the 28th for 29 February. */
function yearBefore(date: string): string {
  const year = Number(date.slice(0, 4)) - 1;
  return `${year}${date.slice(4) === '-02-29' ? '-02-28' : date.slice(4)}`;
}
