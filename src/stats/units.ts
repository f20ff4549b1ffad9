import { integers, type Sql, sql } from '../clickhouse/sql.js';
import { type Days, eachDay, eachMonth, firstOfMonth } from '../time/index.js';
import { any } from './conditions.js';
import { allDays, type Cover, edges, wholeMonths } from './cover.js';
import { type Grouping, isDaily } from './groupings.js';

/** Whole months, and days, of which `totals` and `rollups` have rows. */
export interface Units {
  readonly months: readonly Days[];
  readonly days: readonly Days[];
}

/** How covered days are split: rollups are read of some, session days of the others. */
export interface Split {
  readonly units: Units;
  readonly others: readonly Days[];
}

export const unitsOf = (covers: readonly Cover[]): Units => ({
  months: covers.flatMap(wholeMonths),
  days: covers.flatMap(edges),
});

export const isNone = ({ months, days }: Units): boolean => months.length + days.length === 0;

/** @param grouping the one whose rows answer; undefined where none do. Not every one has rows of days. */
export function split(covers: readonly Cover[], grouping: Grouping | undefined): Split {
  if (grouping === undefined) return { units: { months: [], days: [] }, others: covers.flatMap(allDays) };
  const units = unitsOf(covers);
  return isDaily(grouping) ? { units, others: [] } : { units: { ...units, days: [] }, others: units.days };
}

/** Their rows in `totals`. A list of days is quicker to understand for the engine than their bounds. */
export const inTotals = (units: Units): Sql => inUnits(units, (starts) => sql`start IN ${integers(starts)}`);

/** Their rows in `rollups`, which are sorted by the month of `start`: the engine does not see by itself which to pass over. */
export const inRollups = (units: Units): Sql =>
  inUnits(units, (starts) => {
    const months = [...new Set(starts.map((start) => firstOfMonth(start)))];
    return sql`toStartOfMonth(start) IN ${integers(months)} AND start IN ${integers(starts)}`;
  });

function inUnits({ months, days }: Units, areOf: (starts: readonly number[]) => Sql): Sql {
  const [firsts, each] = [months.flatMap(eachMonth), days.flatMap(eachDay)];
  return any([
    ...(firsts.length === 0 ? [] : [sql`unit = 'month' AND ${areOf(firsts)}`]),
    ...(each.length === 0 ? [] : [sql`unit = 'day' AND ${areOf(each)}`]),
  ]);
}
