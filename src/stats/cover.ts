import { date, type Sql, sql } from '../clickhouse/sql.js';
import { type Days, dayOf, wholeDays } from '../time/index.js';
import type { Period, Question } from './question.js';

/** How a period is put together: of what was made of its settled days, and of events for what is newer. */
export interface Cover {
  readonly days: Days;
  /** All days before this one have been made, those of the period among them. */
  readonly made: number;
  /** What is too new to have settled. */
  readonly tail: Period | undefined;
}

/** How many settled days there are. */
export const lengthOf = ({ days }: Cover): number => days.end - days.first;

const MANY_DAYS = 60;

/**
 * Whether a question is of so many days, all of them settled, that counting visitors takes most of its time: what saves some
 * of that is worth more then than it costs, a longer statement or sets that are united.
 */
export const isOfManyDays = (cover: Cover): boolean => cover.tail === undefined && lengthOf(cover) >= MANY_DAYS;

/** The day before it, 1970-01-01, means never where visitors' last days are kept; no event is as old. */
const FIRST_DAY = 1;

/** Undefined where events alone can answer: when nothing of the period has been made, and when it cuts a day that has. */
export function coverOf({ period, built }: Question): Cover | undefined {
  if (built === undefined || period.start >= built.until) return undefined;
  const end = Math.min(period.end, built.until);
  const whole = wholeDays({ start: period.start, end }, built.zone);
  if (whole === undefined) return undefined;
  const days = { ...whole, first: Math.max(whole.first, FIRST_DAY) };
  const made = dayOf(built.until, built.zone);
  return { days, made, tail: end < period.end ? { start: end, end: period.end } : undefined };
}

export const isDuring = (column: Sql, { first, end }: Days): Sql =>
  sql`${column} >= ${date(first)} AND ${column} < ${date(end)}`;
