import { integers, type Sql, sql, string } from '../clickhouse/sql.js';
import { type Days, eachMonth, firstOfMonth } from '../time/index.js';
import { all, any, ofWebsite } from './conditions.js';
import { type Cover, dateOf } from './cover.js';
import { groupingName } from './groupings.js';
import { type Filters, onlyFilter } from './question.js';

/** The rows of covered days: of months that are over, and of the parts of the one that is not. Of any grouping and kind. */
export function isMadeFor(websiteId: string, covers: readonly Cover[]): Sql {
  const months = [...new Set(covers.flatMap(({ days }) => eachMonth(days)))];
  const isOver = (month: number) => covers.every(({ made }) => firstOfMonth(month, 1) <= made);
  const over = months.filter(isOver);
  const parts = months
    .filter((month) => !isOver(month))
    .map((month) => isPartOf({ first: month, end: firstOfMonth(month, 1) }));
  const whole = over.length === 0 ? [] : [sql`unit = 'month' AND start IN ${integers(over)}`];
  return all([ofWebsite(websiteId), any([...whole, ...parts])]);
}

/** The rows of what no filter or a single one chooses: of everybody, or of its value. */
export function isOfAtMostOne(filters: Filters): Sql {
  const only = onlyFilter(filters);
  return only === undefined
    ? sql`grouping = ${groupingName('all')}`
    : sql`grouping = ${groupingName(only)} AND key = [${string(filters[only] ?? '')}]`;
}

const isPartOf = ({ first, end }: Days): Sql =>
  sql`unit = 'part' AND start >= ${dateOf(first)} AND start < ${dateOf(end)}`;
