import { date, type Sql, sql } from '../clickhouse/sql.js';
import { ofWebsite } from './conditions.js';
import type { Cover } from './cover.js';
import { type FilterName, filterNames } from './dimensions.js';
import type { Grouping } from './groupings.js';
import type { Question } from './question.js';

/** What two visits of a visitor have in common that are alike, as those of most visitors are. */
const ofVisitors: readonly FilterName[] = ['country', 'city', 'browser', 'os', 'device', 'language'];

const groupingsOfVisitors: readonly Grouping[] = ['country', 'cities', 'browser', 'os', 'device', 'language'];

/** Over fewer days sets of visitors are as quick as finding those who vary. */
const MANY_DAYS = 60;

/**
 * How to count the visitors of a list's session days without sets, but for those who vary: by the rows on which they come
 * alike for the first time since the range began. Undefined for a list that is chosen or grouped by more of a visit than by
 * what these rows know, and for few days. Of pages the rows are joined with `page_lasts`, as `page_last`, and `nth` of the row.
 */
export function visitorsAlike({ websiteId, filters }: Question, { days }: Cover, grouping: Grouping): Sql | undefined {
  if (days.end - days.first < MANY_DAYS) return undefined;
  const others = filterNames.filter((name) => filters[name] !== undefined && !ofVisitors.includes(name));
  const first = (last: Sql): Sql => sql`countIf(${last} < ${date(days.first)} AND NOT varied)`;
  const isVaried = sql`visitor GLOBAL IN (SELECT visitor FROM varying_visitors WHERE ${ofWebsite(websiteId)}) AS varied`;
  const counted = (firsts: Sql): Sql => sql`uniqExactIf(visitor, ${isVaried}) + ${firsts}`;
  if (grouping === 'page' && others.length === 0) {
    // Of everybody a row counts once, with the first of its pages.
    return counted(sql`if(is_total = 1, ${first(sql`nth = 1 AND last`)}, ${first(sql`page_last`)})`);
  }
  if (!groupingsOfVisitors.includes(grouping)) return undefined;
  if (others.length === 0) return counted(first(sql`last`));
  return others.every((name) => name === 'channel') ? counted(first(sql`last_by_channel`)) : undefined;
}
