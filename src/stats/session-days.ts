import { join, type Sql, sql, string } from '../clickhouse/sql.js';
import type { Days } from '../time/index.js';
import { all, any, filtersOn, ofWebsite } from './conditions.js';
import { isDuring } from './cover.js';
import { columnsOf, type Grouping, hashOf, keyOf } from './groupings.js';
import type { Question } from './question.js';

/** How many visitors are on session days, exactly. */
export const VISITORS: Sql = sql`groupBitmap(visitor)`;

/** What a question reads of `daily_sessions`. */
interface SessionDays {
  readonly where: Sql;
  /** The pageviews of a row. */
  readonly views: Sql;
}

/** Session days of these days: so many rows that comparing bounds is quicker than looking them up. */
export const onDays = (stretches: readonly Days[]): Sql => any(stretches.map((days) => isDuring(sql`day`, days)));

/** The chosen session days by a grouping, as pieces. */
export function sessionDaysBy(question: Question, days: readonly Days[], grouping: Grouping): Sql {
  if (grouping === 'page') return sessionDaysByPage(question, days);
  const { where, views } = sessionDays(question, days);
  const columns = columnsOf(grouping);
  return sql`SELECT ${keyOf(columns)} AS key, ${hashOf(sql`key`)} AS key_hash, groupBitmapState(visitor) AS seen, sum(${views}) AS views
FROM daily_sessions
WHERE ${where}
GROUP BY ${join(columns, ', ')}`;
}

/** The session days of a question; with a filter by page, what they have of that page. */
export function sessionDays({ websiteId, filters }: Question, days: readonly Days[]): SessionDays {
  const { page } = filters;
  const ofSessions = [ofWebsite(websiteId), onDays(days), ...filtersOn('session', filters)];
  if (page === undefined) return { where: all(ofSessions), views: sql`pageviews` };
  // Numbers begin with 1: no row has the one of a page that is not there.
  const number = sql`(SELECT max(page) FROM page_numbers WHERE ${ofWebsite(websiteId)} AND path = ${string(page)})`;
  return {
    where: all([...ofSessions, sql`has(pages, ${number})`]),
    views: sql`page_views[indexOf(pages, ${number})]`,
  };
}

/** Of a filter by page no other page is a row. */
function sessionDaysByPage(question: Question, days: readonly Days[]): Sql {
  const { websiteId, filters } = question;
  const isAsked = [ofWebsite(websiteId), ...filtersOn('event', filters)];
  const { where } = sessionDays(question, days);
  return sql`SELECT [path] AS key, ${hashOf(sql`key`)} AS key_hash, seen, views
FROM (
  SELECT page, groupBitmapState(visitor) AS seen, sum(page_view) AS views
  FROM daily_sessions ARRAY JOIN pages AS page, page_views AS page_view
  WHERE ${where}
  GROUP BY page
) AS counted
ANY JOIN (SELECT path, page FROM page_numbers WHERE ${all(isAsked)}) AS numbered USING (page)`;
}
