import { ofWebsite, type Sql, sql, unionAll } from '../clickhouse/sql.js';
import { all, chosen, filtersOn } from './conditions.js';
import type { Cover } from './cover.js';
import { dimensions } from './dimensions.js';
import { metrics } from './metrics.js';
import { type Tailed, tailsOf } from './newer.js';
import type { Question } from './question.js';
import { sessionDays } from './session-days.js';

/**
 * The pages of a covered question with total and pageviews, where their numbers are not enough: new ones have none yet, and of a
 * filter by page no other is a row. Pieces have sets of visitors, to be united.
 */
export function pagesInPieces(question: Question, cover: Cover): Sql {
  const pieces = [settledPages(question, cover), ...tailsOf(question, cover).map(newerPages)];
  return sql`SELECT grouping(key) AS is_total, key, uniqExactMerge(seen) AS visitors, sum(views) AS pageviews
FROM (
${unionAll(pieces)}
)
GROUP BY key WITH ROLLUP`;
}

function settledPages(question: Question, cover: Cover): Sql {
  const isAsked = [ofWebsite(question.websiteId), ...filtersOn('event', question.filters)];
  return sql`SELECT [path] AS key, seen, views
FROM (
  SELECT page, uniqExactState(visitor_id) AS seen, sum(page_view) AS views
  FROM daily_sessions ARRAY JOIN pages AS page, page_views AS page_view
  ${sessionDays(question, cover).where}
  GROUP BY page
) AS counted
ANY JOIN (SELECT path, page FROM page_numbers WHERE ${all(isAsked)}) AS numbered USING (page)`;
}

const newerPages = ({
  newer,
}: Tailed): Sql => sql`SELECT [${dimensions.page.column}] AS key, uniqExactState(visitor_id) AS seen, ${metrics.pageviews} AS views
FROM events
WHERE ${chosen(newer)}
GROUP BY ${dimensions.page.column}`;
