import type { Text } from '../../../lib/language/translate.js';

export interface Example {
  /** In the URL: `/sql?example=top-pages`. */
  readonly name: string;
  /** The query's heading in docs/bi.md. */
  readonly title: Text;
  readonly query: string;
}

export const EXAMPLES: readonly Example[] = [
  {
    name: 'visitors-by-day',
    title: 'Visitors and pageviews by day',
    query: `SELECT toDate(local_time) AS day, uniq(visitor_id) AS visitors, countIf(type = 'pageview') AS pageviews
FROM bi.events
WHERE website_id = {website:UUID} AND toDate(local_time) BETWEEN {from:Date} AND {to:Date}
GROUP BY day
ORDER BY day`,
  },
  {
    name: 'top-pages',
    title: 'Top pages',
    query: `SELECT path, uniq(visitor_id) AS visitors, countIf(type = 'pageview') AS pageviews
FROM bi.events
WHERE website_id = {website:UUID} AND toDate(local_time) BETWEEN {from:Date} AND {to:Date}
GROUP BY path
ORDER BY visitors DESC, path`,
  },
  {
    name: 'channels',
    title: 'Channels and their sources',
    query: `SELECT channel, referrer, uniq(visitor_id) AS visitors
FROM bi.events
WHERE website_id = {website:UUID} AND toDate(local_time) BETWEEN {from:Date} AND {to:Date}
GROUP BY channel, referrer
ORDER BY visitors DESC, channel, referrer`,
  },
  {
    name: 'landing-pages',
    title: 'Sessions by landing page',
    query: `SELECT
  entry_path,
  sum(sessions) AS sessions,
  sum(bounces) / sessions AS bounce_rate,
  sum(duration_ms) / sessions / 1000 AS seconds
FROM bi.visits
WHERE website_id = {website:UUID} AND toDate(local_session_start) BETWEEN {from:Date} AND {to:Date}
  AND time >= {from:Date} - 1 AND time < {to:Date} + 4
GROUP BY entry_path
ORDER BY sessions DESC, entry_path`,
  },
  {
    name: 'weekly-visitor-cohorts',
    title: 'Weekly visitor cohorts',
    query: `SELECT cohort, toUInt32(arrayJoin(weeks) - cohort) / 7 AS weeks_later, count() AS visitors
FROM (
  SELECT min(toMonday(local_time)) AS cohort, groupUniqArray(toMonday(local_time)) AS weeks
  FROM bi.events
  WHERE website_id = {website:UUID}
  GROUP BY visitor_id
  HAVING cohort BETWEEN toMonday({from:Date}) AND {to:Date}
)
GROUP BY cohort, weeks_later
ORDER BY cohort, weeks_later`,
  },
];
