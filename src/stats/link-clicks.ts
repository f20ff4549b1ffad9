import { join, type Sql, sql } from '../clickhouse/sql.js';
import { all, chosen, filtersOn, ofWebsite } from './conditions.js';
import { allDays, type Cover } from './cover.js';
import type { Question } from './question.js';
import { onDays } from './session-days.js';

/** What a click on a link to another host is among events. */
export const isClick: Sql = sql`type = 'exit'`;

/** Total and rows of the list of links, of a covered question without a filter by page. Clicks are numbers: they add up. */
export function linkClicks(question: Question, cover: Cover): Sql {
  const { websiteId, filters } = question;
  const days = sql`SELECT link, sum(clicked) AS clicked
FROM daily_sessions ARRAY JOIN links AS link, clicks AS clicked
WHERE ${all([ofWebsite(websiteId), onDays(allDays(cover)), sql`notEmpty(links)`, ...filtersOn('session', filters)])}
GROUP BY link`;
  const tail =
    cover.tail &&
    sql`SELECT link, count() AS clicked
FROM events
WHERE ${chosen({ ...question, period: cover.tail })} AND ${isClick}
GROUP BY link`;
  return sql`SELECT grouping(link) AS is_total, [link] AS key, sum(clicked) AS clicks
FROM (
${join(tail === undefined ? [days] : [days, tail], '\nUNION ALL\n')}
)
GROUP BY link WITH ROLLUP`;
}
