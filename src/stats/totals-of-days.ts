import { ofWebsite, type Sql, sql } from '../clickhouse/sql.js';
import { all, filtersOn } from './conditions.js';
import { isMadeFor } from './daily-visitors.js';
import { isOfAtMostOne } from './groupings.js';
import { coversOf, firstDay, isDuringAny, type Periods, periodOfDay } from './periods.js';
import { onlyFilter } from './question.js';
import { VISITORS } from './session-days.js';

/**
 * The figures of what filters choose of the settled days of covered periods, in a row for each `period` that has any: its
 * start, epoch milliseconds.
 */
export const totalsOfDays = (periods: Periods): Sql =>
  onlyFilter(periods[0].question.filters) === undefined ? ofSessionDays(periods) : ofDailyVisitors(periods);

function ofDailyVisitors(periods: Periods): Sql {
  const [{ question }] = periods;
  const isFirst = sql`last < ${firstDay(periods)}`;
  return sql`SELECT ${periodOfDay(periods)}, sumIf(came.visitors, ${isFirst} AS is_first) AS visitors, sumIf(came.returning, is_first) AS returning,
  sum(came.pageviews) AS pageviews, sum(came.sessions) AS sessions, sum(came.bounces) AS bounces, sum(came.duration) AS duration
FROM daily_visitors
ARRAY JOIN came.day AS day, came.last AS last, came.visitors, came.returning, came.pageviews, came.sessions, came.bounces, came.duration
WHERE ${isMadeFor(question.websiteId, coversOf(periods))} AND ${isOfAtMostOne(question.filters)}
  AND ${question.filters.page === undefined ? isDuringAny(periods) : isOfPageDuringAny(periods)}
GROUP BY period`;
}

/** The sessions that came to a page in a period, without those that had begun before it. */
const isOfPageDuringAny = (periods: Periods): Sql =>
  sql`${isDuringAny(periods)} AND (kind != 'carried' OR last = ${firstDay(periods)})`;

function ofSessionDays(periods: Periods): Sql {
  const [{ question }] = periods;
  return sql`SELECT ${periodOfDay(periods)}, ${VISITORS} AS visitors, groupBitmapIf(visitor, since < ${firstDay(periods)}) AS returning,
  sum(pageviews) AS pageviews, sum(sessions) AS sessions, sum(bounces) AS bounces, sum(duration) AS duration
FROM daily_sessions
WHERE ${all([ofWebsite(question.websiteId), isDuringAny(periods), ...filtersOn('session', question.filters)])}
GROUP BY period`;
}
