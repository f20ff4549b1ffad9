import { ofWebsite, type Sql, sql, string } from '../clickhouse/sql.js';
import { all, filtersOn } from './conditions.js';
import { type Cover, isDuring } from './cover.js';
import type { Question } from './question.js';

/** How many visitors are on session days, exactly. */
export const VISITORS: Sql = sql`groupBitmap(visitor)`;

/** The same, of any ids; of numbers quicker where groups are many and small. */
export const FEW_VISITORS: Sql = sql`uniqExact(visitor)`;

/** What a question reads of `daily_sessions`. */
interface SessionDays {
  /** Which rows, with the words that conditions begin with. */
  readonly where: Sql;
  /** The pageviews of a row. */
  readonly views: Sql;
}

/** The session days of a question's covered days; with a filter by page, what they have of that page. */
export function sessionDays({ websiteId, filters }: Question, { days }: Pick<Cover, 'days'>): SessionDays {
  const { page } = filters;
  const ofDays = [ofWebsite(websiteId), isDuring(sql`day`, days)];
  const ofSessions = filtersOn('session', filters);
  if (page === undefined) {
    // By itself the engine reads a filter's column last, though no other condition leaves out more rows of those that its key finds.
    const [only, ...others] = ofSessions;
    const isOnly = only !== undefined && others.length === 0;
    const where = isOnly ? sql`PREWHERE ${only} WHERE ${all(ofDays)}` : sql`WHERE ${all([...ofDays, ...ofSessions])}`;
    return { where, views: sql`pageviews` };
  }
  // Numbers begin with 1: no row has the one of a page that is not there.
  const number = sql`(SELECT max(page) FROM page_numbers WHERE ${ofWebsite(websiteId)} AND path = ${string(page)})`;
  return {
    where: sql`WHERE ${all([...ofDays, ...ofSessions, sql`has(pages, ${number})`])}`,
    views: sql`page_views[indexOf(pages, ${number})]`,
  };
}
