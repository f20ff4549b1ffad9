import { ofWebsite, type Sql, sql } from '../clickhouse/sql.js';
import { all, filtersOn } from './conditions.js';
import { firstDay, isDuringAny, type Periods, periodOfDay } from './periods.js';
import { VISITORS } from './session-days.js';

/**
 * The figures of what filters choose of the settled days of covered periods, in a row for each `period` that has any: its
 * start, epoch milliseconds.
 */
export function totalsOfSessionDays(periods: Periods): Sql {
  const [{ question }] = periods;
  return sql`SELECT ${periodOfDay(periods)}, ${VISITORS} AS visitors, groupBitmapIf(visitor, since < ${firstDay(periods)}) AS returning,
  sum(pageviews) AS pageviews, sum(sessions) AS sessions, sum(bounces) AS bounces, sum(duration) AS duration
FROM daily_sessions
WHERE ${all([ofWebsite(question.websiteId), isDuringAny(periods), ...filtersOn('session', question.filters)])}
GROUP BY period`;
}
