import { date, integers, ofWebsite, type Sql, sql } from '../clickhouse/sql.js';
import { eachDay, eachMonth, firstOfMonth } from '../time/index.js';
import { all } from './conditions.js';
import { type Cover, isOfManyDays, lengthOf } from './cover.js';
import { type Grouping, groupingWith } from './groupings.js';
import { isFiltered, onlyFilter, type Question } from './question.js';

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

/**
 * The grouping of which a list is made of numbers that add up: which has what it asks for, and what is newer takes no longer
 * than they save. Over few days, session days are as quick with a filter, but by what the list itself is of.
 */
export function addedUpBy({ filters }: Question, cover: Cover, grouping: Grouping): Grouping | undefined {
  const both = groupingWith(grouping, filters);
  const isOfAll = !isFiltered(filters);
  if (cover.tail === undefined) {
    return isOfAll || onlyFilter(filters) === grouping || isOfManyDays(cover) ? both : undefined;
  }
  return isOfAll && lengthOf(cover) >= (grouping === 'page' ? MANY_DAYS_OF_PAGES : MANY_DAYS) ? both : undefined;
}
