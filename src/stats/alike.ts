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
 * How to count the visitors of a list's session days without large sets: by the rows on which they come alike for the first time
 * since the range began; only those who vary are a set. For cities, pages and everybody beside campaigns, over many settled days,
 * by a filter that these rows know of: undefined for other lists, and for more filters, which leave few rows. To be grouped as
 * `is_total`; of pages the rows are joined with `page_lasts`, as `page_last`, and `nth` of the row.
 */
export function visitorsAlike(
  { websiteId, filters }: Question,
  { days, tail }: Cover,
  grouping: Grouping,
): Sql | undefined {
  const only = onlyFilter(filters);
  if (only === undefined || tail !== undefined || days.end - days.first < FEWEST_DAYS) return undefined;
  const last = only === 'channel' ? sql`last_by_channel` : sql`last`;
  if (only !== 'channel' && !ofVisitors.includes(only)) return undefined;
  const first = (last: Sql): Sql => sql`countIf(${last} < ${date(days.first)} AND NOT varied)`;
  const varied = sql`uniqExactIf(visitor, visitor GLOBAL IN (SELECT visitor FROM varying_visitors WHERE ${ofWebsite(websiteId)}) AS varied)`;
  switch (grouping) {
    case 'cities':
      return sql`${varied} + ${first(last)}`;
    case 'campaigns':
      // Most came by none, which is no row: of its four names only the separators are left.
      return sql`if(is_total = 1, ${varied} + ${first(last)}, uniqExactIf(visitor, tracking != '&&&'))`;
    case 'page':
      // Of everybody a row counts once, with the first of its pages.
      return only === 'channel'
        ? undefined
        : sql`${varied} + if(is_total = 1, ${first(sql`nth = 1 AND last`)}, ${first(sql`page_last`)})`;
    default:
      return undefined;
  }
}
