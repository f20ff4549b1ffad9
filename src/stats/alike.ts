import { date, type Sql, sql } from '../clickhouse/sql.js';
import { ofWebsite } from './conditions.js';
import type { Cover } from './cover.js';
import type { FilterName } from './dimensions.js';
import type { Grouping } from './groupings.js';
import { onlyFilter, type Question } from './question.js';

/** What two visits of a visitor have in common that are alike, as those of most visitors are. */
const ofVisitors: readonly FilterName[] = ['country', 'city', 'browser', 'os', 'device', 'language'];

/** Over fewer days sets of visitors are as quick as telling those who vary. */
const FEWEST_DAYS = 60;

/**
 * How to count the visitors of a list's many small groups of session days without sets, but for those who vary: by the rows on
 * which they come alike for the first time since the range began. For cities and pages, over many days, by a filter that
 * these rows know of: undefined for other lists, and for more filters, which leave few rows. Of pages the rows are joined with
 * `page_lasts`, as `page_last`, and `nth` of the row.
 */
export function visitorsAlike({ websiteId, filters }: Question, { days }: Cover, grouping: Grouping): Sql | undefined {
  const only = onlyFilter(filters);
  if (only === undefined || days.end - days.first < FEWEST_DAYS) return undefined;
  const first = (last: Sql): Sql => sql`countIf(${last} < ${date(days.first)} AND NOT varied)`;
  const isVaried = sql`visitor GLOBAL IN (SELECT visitor FROM varying_visitors WHERE ${ofWebsite(websiteId)}) AS varied`;
  const counted = (firsts: Sql): Sql => sql`uniqExactIf(visitor, ${isVaried}) + ${firsts}`;
  if (grouping === 'cities' && only === 'channel') return counted(first(sql`last_by_channel`));
  if (!ofVisitors.includes(only)) return undefined;
  if (grouping === 'cities') return counted(first(sql`last`));
  // Of everybody a row counts once, with the first of its pages.
  return grouping === 'page'
    ? counted(sql`if(is_total = 1, ${first(sql`nth = 1 AND last`)}, ${first(sql`page_last`)})`)
    : undefined;
}
