import { date, integer, type Parameter, type Sql, sql } from '../clickhouse/sql.js';
import { any } from './conditions.js';
import { type Cover, isDuring } from './cover.js';
import type { Question } from './question.js';

/** A question and how its period is put together. */
export interface Covered {
  readonly question: Question;
  readonly cover: Cover;
}

/** One period, or two that differ in nothing else, the later one first. */
export type Periods = readonly [Covered, ...Covered[]];

const coversOf = (periods: Periods): readonly Cover[] => periods.map(({ cover }) => cover);

/** Periods that follow each other are one stretch of days, which is quicker to understand for the engine than two. */
export function isDuringAny(periods: Periods): Sql {
  const [later, earlier] = coversOf(periods).map(({ days }) => days);
  if (later === undefined || earlier === undefined || earlier.end !== later.first) {
    return any(coversOf(periods).map(({ days }) => isDuring(sql`day`, days)));
  }
  return isDuring(sql`day`, { first: earlier.first, end: later.end });
}

/** The `period` that a `day` is of, as its start in epoch milliseconds. */
export const periodOfDay = (periods: Periods): Sql =>
  sql`${ofPeriodOf(periods, ({ question }) => integer(question.period.start))} AS period`;

/** The first day of the period that a `day` is of. */
export const firstDay = (periods: Periods): Sql => ofPeriodOf(periods, ({ cover }) => date(cover.days.first));

/** What the period has that a `day` is of. */
function ofPeriodOf([later, earlier]: Periods, value: (period: Covered) => Sql | Parameter): Sql {
  if (earlier === undefined) return sql`${value(later)}`;
  return sql`if(day >= ${date(later.cover.days.first)}, ${value(later)}, ${value(earlier)})`;
}
