import { date, integer, type Sql, sql } from '../clickhouse/sql.js';
import { type Cover, isOfManyDays } from './cover.js';
import { dimensions, type FilterName } from './dimensions.js';
import { columnsOf, type Grouping, placeInKey } from './groupings.js';
import { onlyFilter, type Question } from './question.js';

/** What two visits of a visitor have in common that are alike, as those of most visitors are. */
export const alikeBy: readonly FilterName[] = ['country', 'city', 'browser', 'os', 'device', 'language'];

/** The bit in `changed` of session days that says whether a visit differs in one of these from the visitor's first. */
export const bitOf = (name: FilterName): number => 2 ** alikeBy.indexOf(name);

/** The bit that says whether the visitor has ever come otherwise than the first time. */
export const HAS_CHANGED = 2 ** alikeBy.length;

/**
 * Where session days have the last day before on which a visitor who comes as at first had come with what columns say; undefined
 * where visits that are alike may differ in these otherwise than in their channel.
 */
export function lastAlike(columns: readonly Sql[]): Sql | undefined {
  const differing = columns.filter((column) => !alikeBy.some((name) => dimensions[name].column === column));
  if (differing.length === 0) return sql`last`;
  return differing.every((column) => column === dimensions.channel.column) ? sql`last_by_channel` : undefined;
}

/** What is chosen by these has a large part of all visits: even a large group is counted more slowly as a set. */
const ofManyVisits: readonly FilterName[] = ['browser', 'device'];

/**
 * The visitors of session days, counted without large sets: by the rows on which they come for the first time since the range
 * began, as long as they come as they did at first. Of what they do after they first came otherwise they are a set, without
 * those who had come before in the range and as what is counted here. It says `is_total` of everybody. Undefined where visits
 * that are alike differ in what is chosen or grouped by (a channel may be chosen), and where sets are as quick: over few days,
 * and for large groups of what is no large part of all visits.
 */
export function visitorsAlike({ filters }: Question, cover: Cover, grouping: Grouping): Sql | undefined {
  const only = onlyFilter(filters);
  if (only === undefined || !isOfManyDays(cover)) return undefined;
  const areMany = grouping === 'cities' ? only === 'channel' || alikeBy.includes(only) : ofManyVisits.includes(only);
  if (!areMany) return undefined;
  const grouped = alikeBy.filter((name) => placeInKey(grouping, name) > 0);
  if (grouped.length < columnsOf(grouping).length) return undefined;
  const chosen = alikeBy.filter((name) => name === only);
  const first = date(cover.days.first);
  const last = only === 'channel' ? sql`last_by_channel` : sql`last`;
  const changed = (names: readonly FilterName[]) => {
    const bits = names.reduce((sum, name) => sum | bitOf(name), 0);
    return sql`uniqExactIf(visitor, changed AND (${last} < ${first} OR bitAnd(changed, ${integer(bits)})))`;
  };
  return sql`countIf(NOT changed AND ${last} < ${first})
  + if(is_total = 1, ${changed(chosen)}, ${changed([...chosen, ...grouped])})`;
}
