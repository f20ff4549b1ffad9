import { date, type Sql, sql, unionAll } from '../clickhouse/sql.js';
import type { Days } from '../time/index.js';
import { any } from './conditions.js';
import type { Cover } from './cover.js';
import { isMadeFor } from './daily-visitors.js';
import { type Grouping, isOfGrouping } from './groupings.js';
import { newerByKey, tailsOf } from './newer.js';
import type { Question } from './question.js';

/**
 * A covered question by the keys of groupings, which must differ in length and say what its only filter chooses, if it has one:
 * `visitors` and, of pages, `pageviews`, beside what is shown of the `key`. Everybody is a grouping too. A key of other days has
 * no visitors, and is no row: `HAS_VISITORS`.
 */
export function visitorsByKey(question: Question, cover: Cover, groupings: readonly Grouping[], shown: Sql): Sql {
  const { days } = cover;
  const hasViews = groupings.includes('page');
  const chosenRows = groupings.map((grouping) => isOfGrouping(grouping, question.filters));
  const made = (
    shown: Sql,
  ): Sql => sql`SELECT ${shown}, ${visitorsOn(days)} AS visitors${hasViews ? sql`, ${pageviewsOn(days)} AS pageviews` : sql``}
FROM daily_visitors
WHERE ${isMadeFor(question.websiteId, cover)} AND ${any(chosenRows)}
GROUP BY key`;
  const newer = tailsOf(question, cover).map((tailed) => newerByKey(tailed, groupings));
  if (newer.length === 0) return made(shown);
  return sql`SELECT ${shown}, sum(visitors) AS visitors${hasViews ? sql`, sum(pageviews) AS pageviews` : sql``}
FROM (
${unionAll([made(sql`key`), ...newer])}
)
GROUP BY key`;
}

export const HAS_VISITORS: Sql = sql`visitors > 0`;

/** The visitors of days, in rows of one key: of each day those who last came with it before the first of the days. */
const visitorsOn = ({ first, end }: Days): Sql =>
  sql`sum(arraySum(
  (day, last, count) -> if(day >= ${date(first)} AND day < ${date(end)} AND last < ${date(first)}, count, 0),
  came.day, came.last, came.visitors
))`;

const pageviewsOn = ({ first, end }: Days): Sql =>
  sql`sum(arraySum(
  (day, count) -> if(day >= ${date(first)} AND day < ${date(end)}, count, 0),
  came.day, came.pageviews
))`;
