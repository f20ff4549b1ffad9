import { funnelPages, funnelSections, PROPERTY, SIGNUP } from '../questions/posted.js';
import { type PostedStatement, type PostedStatements, quoted } from './peer.js';
import { inRange } from './rybbit-filters.js';

const funnel = (patterns: readonly string[]): PostedStatement => {
  const steps = [
    ...patterns.map((pattern) => `type = 'pageview' AND match(pathname, '^${pattern}$')`),
    `type = 'custom_event' AND event_name = ${quoted(SIGNUP)}`,
  ];
  const [first, ...others] = steps;
  const next = others.map(
    (step, place) => `step${place + 2} AS (
  SELECT DISTINCT s.session_id AS session_id, min(a.timestamp) AS step_time FROM step${place + 1} AS s JOIN actions AS a ON s.session_id = a.session_id
  WHERE a.timestamp > s.step_time AND ${step} GROUP BY s.session_id
)`,
  );
  const counts = steps.map(
    (_, place) => `SELECT ${place + 1} AS step, count(DISTINCT session_id) AS visitors FROM step${place + 1}`,
  );
  return (query) => [
    `WITH actions AS (SELECT session_id, timestamp, pathname, event_name, type, props, hostname FROM rybbit.events WHERE ${inRange(query)}),
step1 AS (SELECT DISTINCT session_id, min(timestamp) AS step_time FROM actions WHERE ${first} GROUP BY session_id),
${next.join(',\n')},
counts AS (${counts.join(' UNION ALL ')})
SELECT s.step AS step, s.visitors AS visitors, round(s.visitors * 100 / entered.visitors, 2) AS conversion_rate, if(s.step = 1, 0, round((1 - s.visitors / previous.visitors) * 100, 2)) AS dropoff_rate
FROM counts AS s
CROSS JOIN (SELECT visitors FROM counts WHERE step = 1) AS entered
LEFT JOIN (SELECT step + 1 AS step, visitors FROM counts) AS previous ON s.step = previous.step
ORDER BY step`,
  ];
};

const PROPERTY_VALUE = `JSONExtractString(toString(props), ${quoted(PROPERTY)})`;

/**
 * No rate of a goal by page, and no lists of two dimensions. A funnel is within a session, without median times or next pages; a cohort
 * is of a visitor's first week in the range. Properties are of the type JSON there: here as text, which its statement turns them into.
 */
export const rybbitPosted: PostedStatements = {
  funnel: funnel(funnelPages),
  'section-funnel': funnel(funnelSections.map((section) => `${section}.*`)),
  retention: (query) => [
    `WITH firsts AS (SELECT user_id, toStartOfWeek(min(timestamp), 1) AS cohort FROM rybbit.events WHERE ${inRange(query)} GROUP BY user_id),
activity AS (SELECT DISTINCT user_id, toStartOfWeek(timestamp, 1) AS period FROM rybbit.events WHERE ${inRange(query)}),
retained AS (
  SELECT cohort, dateDiff('week', cohort, period) AS after, count(DISTINCT a.user_id) AS visitors
  FROM firsts AS f JOIN activity AS a ON f.user_id = a.user_id WHERE period >= cohort GROUP BY cohort, after
),
sizes AS (SELECT cohort, count(DISTINCT user_id) AS size FROM firsts GROUP BY cohort)
SELECT r.cohort, after, size, visitors, round(visitors * 100 / size, 2) AS retention
FROM retained AS r JOIN sizes AS s ON r.cohort = s.cohort ORDER BY r.cohort DESC, after`,
  ],
  'page-bounces': (query) => [
    `WITH sessions AS (SELECT session_id, count() AS views FROM rybbit.events WHERE ${inRange(query)} AND type = 'pageview' GROUP BY session_id)
SELECT pathname AS page, count(DISTINCT e.session_id) AS sessions, count() AS pageviews, round(countIf(DISTINCT e.session_id, views = 1) / sessions * 100, 2) AS bounce_rate
FROM rybbit.events AS e LEFT JOIN sessions AS s ON e.session_id = s.session_id
WHERE ${inRange(query)} GROUP BY page ORDER BY sessions DESC LIMIT 10`,
  ],
  property: (query) => [
    `SELECT value, count, round(count * 100 / sum(count) OVER (), 2) AS percentage FROM (
  SELECT ${PROPERTY_VALUE} AS value, count() AS count FROM rybbit.events
  WHERE ${inRange(query)} AND type = 'custom_event' AND event_name = ${quoted(SIGNUP)} AND JSONHas(toString(props), ${quoted(PROPERTY)}) AND ${PROPERTY_VALUE} != ''
  GROUP BY value
) ORDER BY count DESC LIMIT 100`,
  ],
  'exit-pages': (query) => [
    `SELECT exit, count() AS sessions FROM (SELECT argMax(pathname, timestamp) AS exit FROM rybbit.events WHERE ${inRange(query)} GROUP BY session_id) GROUP BY exit ORDER BY sessions DESC LIMIT 10`,
  ],
};
