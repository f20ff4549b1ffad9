import { ofWebsite, type Sql, sql, unionAll } from '../clickhouse/sql.js';
import { all, chosen, filtered } from './conditions.js';
import { type Cover, isDuring } from './cover.js';
import type { Question } from './question.js';

/** What a click on a link to another host is among events. */
export const isClick: Sql = sql`type = 'exit'`;

/** Total and rows of the list of links, of a covered question. Clicks are numbers: they add up. */
export function linkClicks(question: Question, cover: Cover): Sql {
  const { websiteId, filters } = question;
  const days = sql`SELECT link, clicks AS clicked
FROM exit_clicks
WHERE ${all([ofWebsite(websiteId), isDuring(sql`day`, cover.days), ...filtered(filters)])}`;
  const tail =
    cover.tail &&
    sql`SELECT link, 1 AS clicked
FROM events
WHERE ${chosen({ ...question, period: cover.tail })} AND ${isClick}`;
  return sql`SELECT grouping(link) AS is_total, [link] AS key, sum(clicked) AS clicks
FROM (
${unionAll(tail === undefined ? [days] : [days, tail])}
)
GROUP BY link WITH ROLLUP`;
}
