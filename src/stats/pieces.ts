import { join, type Sql, sql } from '../clickhouse/sql.js';
import { all, chosen, filtersOn, ofWebsite } from './conditions.js';
import type { Cover } from './cover.js';
import { columnsOf, type Grouping, keyOf } from './groupings.js';
import { metrics } from './metrics.js';
import { type Tailed, tailsOf } from './newer.js';
import type { Question } from './question.js';
import { sessionDays } from './session-days.js';

/**
 * A covered question with filters in pieces to be united: a relation of `key`, `seen` (visitors, as sets of their ids) and
 * `views`. A key may have several rows.
 */
export const piecesOf = (question: Question, cover: Cover, grouping: Grouping): Sql =>
  join(
    [
      (grouping === 'page' ? settledByPage : settledBy)(question, cover, grouping),
      ...tailsOf(question, cover).map((tailed) => newerBy(tailed, grouping)),
    ],
    '\nUNION ALL\n',
  );

/** Whether there is one piece alone, of which nothing has to be united; of a filter by page no other page is a row. */
export const isCountedBySessions = (question: Question, cover: Cover, grouping: Grouping): boolean =>
  cover.tail === undefined && (grouping !== 'page' || question.filters.page === undefined);

function settledBy(question: Question, cover: Cover, grouping: Grouping): Sql {
  const { where, views } = sessionDays(question, cover);
  const columns = columnsOf(grouping);
  return sql`SELECT ${keyOf(columns)} AS key, uniqExactState(visitor_id) AS seen, sum(${views}) AS views
FROM daily_sessions
WHERE ${where}
GROUP BY ${join(columns, ', ')}`;
}

/** Of a filter by page no other page is a row. */
function settledByPage(question: Question, cover: Cover): Sql {
  const isAsked = [ofWebsite(question.websiteId), ...filtersOn('event', question.filters)];
  return sql`SELECT [path] AS key, seen, views
FROM (
  SELECT page, uniqExactState(visitor_id) AS seen, sum(page_view) AS views
  FROM daily_sessions ARRAY JOIN pages AS page, page_views AS page_view
  WHERE ${sessionDays(question, cover).where}
  GROUP BY page
) AS counted
ANY JOIN (SELECT path, page FROM page_numbers WHERE ${all(isAsked)}) AS numbered USING (page)`;
}

function newerBy(tailed: Tailed, grouping: Grouping): Sql {
  const columns = columnsOf(grouping);
  return sql`SELECT ${keyOf(columns)} AS key, uniqExactState(visitor_id) AS seen, ${metrics.pageviews.ofEvents} AS views
FROM events
WHERE ${chosen(tailed.newer)}
GROUP BY ${join(columns, ', ')}`;
}
