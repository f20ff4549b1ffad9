import { integer, type Sql, sql } from '../clickhouse/sql.js';
import { type Days, firstOfMonth, wholeDays } from '../time/index.js';
import type { Period, Question } from './question.js';

/** How a period is put together: of what was made of its settled days, and of events for what is newer. */
export interface Cover {
  readonly days: Days;
  /** The whole months among the days; empty when `first` is `end`. */
  readonly months: Days;
  /** What is too new to have settled. */
  readonly tail: Period | undefined;
}

/** Undefined where events alone can answer: when nothing of the period has been made, and when it cuts a day that has. */
export function coverOf({ period, built }: Question): Cover | undefined {
  if (built === undefined || period.start >= built.until) return undefined;
  const end = Math.min(period.end, built.until);
  const days = wholeDays({ start: period.start, end }, built.zone);
  if (days === undefined) return undefined;
  const firstMonth = firstOfMonth(days.first) === days.first ? days.first : firstOfMonth(days.first, 1);
  const lastMonth = firstOfMonth(days.end);
  const months = firstMonth < lastMonth ? { first: firstMonth, end: lastMonth } : { first: days.end, end: days.end };
  return { days, months, tail: end < period.end ? { start: end, end: period.end } : undefined };
}

export const isDuring = (column: Sql, { first, end }: Days): Sql =>
  sql`${column} >= ${dateOf(first)} AND ${column} < ${dateOf(end)}`;

export const allDays = ({ days }: Cover): readonly Days[] => [days];

/** The stretch of whole months, if there are any. */
export const wholeMonths = ({ months }: Cover): readonly Days[] => (months.first < months.end ? [months] : []);

/** The days that are in no whole month. */
export const edges = ({ days, months }: Cover): readonly Days[] =>
  [
    { first: days.first, end: months.first },
    { first: months.end, end: days.end },
  ].filter(({ first, end }) => first < end);

/** A day number as a `Date` of the engine. */
export const dateOf = (day: number): Sql => sql`toDate(${integer(day)})`;
