import { date, integers, ofWebsite, type Sql, sql } from '../clickhouse/sql.js';
import { eachDay, eachMonth, firstOfMonth } from '../time/index.js';
import { all } from './conditions.js';
import { type Cover, lengthOf } from './cover.js';
import { type Grouping, placeInKey } from './groupings.js';
import { type Filters, isFiltered, onlyFilter, type Question } from './question.js';

/** The rows of covered days: of months that are over, and of the parts of the one that is not. Of any grouping. */
export function isMadeFor(websiteId: string, { days, made }: Cover): Sql {
  const running = firstOfMonth(made);
  const starts = eachMonth(days).flatMap((month) => (month < running ? [month] : eachDay({ first: month, end: made })));
  return all([
    ofWebsite(websiteId),
    sql`start IN ${integers(starts)}`,
    sql`unit = if(start < ${date(running)}, 'month', 'part')`,
  ]);
}

/** From so many days on, joining what is newer with numbers that add up is quicker than counting session days. */
const MANY_DAYS = 60;

/** The same of pages, of which a session day has several. */
const MANY_DAYS_OF_PAGES = 14;

/** Whether a list is made of numbers that add up: these have what it asks for, and what is newer takes no longer than they save. */
export function isAddedUp({ filters }: Question, cover: Cover, grouping: Grouping): boolean {
  if (!isKnownByKey(grouping, filters)) return false;
  if (cover.tail === undefined) return true;
  return !isFiltered(filters) && lengthOf(cover) >= (grouping === 'page' ? MANY_DAYS_OF_PAGES : MANY_DAYS);
}

/** Whether the keys of a grouping say all that filters choose: there are none, or one by a column of the key. */
function isKnownByKey(grouping: Grouping, filters: Filters): boolean {
  const only = onlyFilter(filters);
  return only === undefined ? !isFiltered(filters) : placeInKey(grouping, only) > 0;
}
