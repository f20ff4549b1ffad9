import { millisecondsInDay } from 'date-fns/constants';
import { dateSpan } from '../../../lib/date-text.js';
import { type Text, t } from '../../../lib/language/translate.js';
import { Problems } from '../../../stats/rows/problems.js';
import {
  type Days,
  dateBefore,
  isMoment,
  localDate,
  namedDays,
  parseRange,
  type RangeMoment,
  type Ranges,
  startOfLocalDay,
} from '../../../time/index.js';

/** Label and key of each range of a view. */
export const rangeLabels = {
  today: { label: 'Today', key: 't' },
  yesterday: { label: 'Yesterday', key: 'y' },
  '24h': { label: 'Last 24 hours', key: 'h' },
  '7d': { label: 'Last 7 days', key: '7' },
  '30d': { label: 'Last 30 days', key: '3' },
  '90d': { label: 'Last 90 days', key: '9' },
  month: { label: 'This month', key: 'm' },
  'last-month': { label: 'Last month', key: 'l' },
  year: { label: 'This year', key: 'e' },
  '12mo': { label: 'Last 12 months', key: '0' },
  all: { label: 'All time', key: 'a' },
} as const satisfies Record<string, { readonly label: Text; readonly key: string }>;

export type RangeName = keyof typeof rangeLabels;

export const rangeNames = Object.keys(rangeLabels) as readonly RangeName[];

/** A named range, which moves with the days, or two local days, both included (`YYYY-MM-DD`). */
export type RangeChoice = { readonly name: RangeName } | { readonly from: string; readonly to: string };

export type { Days };

/** In the website's time zone. */
export interface ShownRange {
  readonly days: Days;
  /** Whether the range consists of hours; `days` then has its first and last day. */
  readonly areHours: boolean;
  readonly ranges: Ranges;
  /** `Last 30 days`, or the dates. */
  readonly label: string;
  /** `1–31 Mar 2026`. */
  readonly span: string;
}

export const countDays = ({ days }: Pick<ShownRange, 'days'>): number =>
  Math.round((Date.parse(days.to) - Date.parse(days.from)) / millisecondsInDay) + 1;

/** An existing day, `YYYY-MM-DD`. */
export const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && isMoment(text);

/** Two existing days in either order; undefined for anything else. */
export function readDays(from: string | null, to: string | null): Days | undefined {
  if (!from || !to || !isDate(from) || !isDate(to)) return undefined;
  return from <= to ? { from, to } : { from: to, to: from };
}

/** Undefined when there are more days than a query allows. */
export function showRange(choice: RangeChoice, moment: RangeMoment): ShownRange | undefined {
  const { now, zone } = moment;
  const name = 'name' in choice ? choice.name : undefined;
  const chosen = 'name' in choice ? namedDays(apiName(choice.name), moment) : choice;
  const ranges = new Problems().collect(() => parseRange(chosen.from, chosen.to, zone, now));
  if (ranges === undefined) return undefined;
  const areHours = name === '24h';
  const days = areHours ? { from: localDate(ranges.range.start, zone), to: localDate(now, zone) } : chosen;
  const span = dateSpan(days);
  return { days, areHours, ranges, label: name === undefined ? span : t(rangeLabels[name].label), span };
}

const apiName = (name: RangeName) => (name === 'last-month' ? 'lastMonth' : name);

/** The range that has this name in the API; undefined if views do not have it. */
export const rangeOfApi = (name: string): RangeName | undefined => rangeNames.find((each) => apiName(each) === name);

/** Starts no earlier than the local day of the first event, before which a chart has nothing to show. */
export function sinceFirstEvent(shown: ShownRange, { zone, firstEvent }: Omit<RangeMoment, 'now'>): ShownRange {
  const { range } = shown.ranges;
  if (firstEvent === undefined || firstEvent < range.start || firstEvent >= range.end) return shown;
  const from = localDate(firstEvent, zone);
  const start = Math.max(range.start, startOfLocalDay(from, zone));
  const days = { ...shown.days, from };
  return { ...shown, days, ranges: { ...shown.ranges, range: { ...range, start } }, span: dateSpan(days) };
}

/** The previous and next range of the same length: months for a month, years for a year. */
export function neighbors(
  { from, to }: Days,
  today: string,
): { readonly previous: Days; readonly next: Days | undefined } {
  const months = wholeMonths({ from, to }, today);
  const count = (Date.parse(to) - Date.parse(from)) / millisecondsInDay + 1;
  const shifted = (direction: 1 | -1): Days =>
    months === undefined
      ? { from: dateBefore(from, -direction * count), to: dateBefore(to, -direction * count) }
      : {
          from: monthsAfter(from, direction * months),
          to: dateBefore(monthsAfter(from, direction * months + months), 1),
        };
  const next = shifted(1);
  return { previous: shifted(-1), next: next.from > today ? undefined : { ...next, to: min(next.to, today) } };
}

/** 1 or 12 for a whole month or year, undefined for other days. The current one may end today. */
function wholeMonths({ from, to }: Days, today: string): 1 | 12 | undefined {
  if (!from.endsWith('-01')) return undefined;
  const isWhole = (months: number) => {
    const last = dateBefore(monthsAfter(from, months), 1);
    return to === last || (to === today && today < last);
  };
  if (from.slice(0, 7) === to.slice(0, 7)) return isWhole(1) ? 1 : undefined;
  return from.endsWith('-01-01') && isWhole(12) ? 12 : undefined;
}

/** The first day of a later month. */
function monthsAfter(first: string, months: number): string {
  const date = new Date(first);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)).toISOString().slice(0, 10);
}

const min = (a: string, b: string): string => (a < b ? a : b);
