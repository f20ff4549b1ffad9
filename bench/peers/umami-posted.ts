import { funnelPages, funnelSections, PROPERTY, SIGNUP } from '../questions/posted.js';
import { type PostedStatement, type PostedStatements, quoted } from './peer.js';
import { chosen, inRange } from './umami-filters.js';

/** Minutes between a step and the next one. */
const WINDOW = 1_440;

const funnel = (pages: readonly string[]): PostedStatement => {
  const steps = [...pages.map((page) => `url_path ${page}`), `event_name = ${quoted(SIGNUP)}`];
  const [first, ...others] = steps;
  const levels = others.map(
    (step, place) => `level${place + 2} AS (
  SELECT DISTINCT y.session_id AS session_id, y.url_path AS url_path, y.referrer_path AS referrer_path, y.event_name AS event_name, y.event_id AS event_id, y.created_at AS created_at
  FROM level${place + 1} AS x JOIN level0 AS y ON x.session_id = y.session_id
  WHERE y.created_at BETWEEN x.created_at AND x.created_at + INTERVAL ${WINDOW} MINUTE AND y.${step}
)`,
  );
  const sums = steps.map(
    (_, place) => `SELECT ${place + 1} AS level, count(DISTINCT session_id) AS visitors FROM level${place + 1}`,
  );
  return (query) => [
    `WITH level0 AS (
  SELECT DISTINCT event_id, session_id, url_path, referrer_path, event_name, created_at FROM umami.website_event
  WHERE (${steps.join(' OR ')}) AND ${inRange(query)}
),
level1 AS (SELECT * FROM level0 WHERE ${first}),
${levels.join(',\n')}
SELECT * FROM (${sums.join(' UNION ALL ')}) ORDER BY level`,
  ];
};

/** Sums of visits: of each visit's views with the same values. */
const VISIT_SUMS =
  'sum(c) AS pageviews, uniq(session_id) AS visitors, uniq(visit_id) AS visits, sumIf(1, c = 1) AS bounces, sum(last - first) AS seconds';

/**
 * Retention is by day alone, no goal's rate is by page, and no list has days. A funnel has no median times or next pages, and allows
 * its window between any two steps. A visit bounces on a page that it saw once.
 */
export const umamiPosted: PostedStatements = {
  funnel: funnel(funnelPages.map((page) => `= ${quoted(page)}`)),
  'section-funnel': funnel(funnelSections.map((section) => `LIKE ${quoted(`${section}%`)}`)),
  'page-bounces': (query) => [
    `SELECT name, ${VISIT_SUMS} FROM (
  SELECT url_path AS name, session_id, visit_id, count() AS c, min(created_at) AS first, max(created_at) AS last
  FROM umami.website_event WHERE ${chosen(query)} AND name != '' GROUP BY name, session_id, visit_id
) GROUP BY name ORDER BY visitors DESC, visits DESC LIMIT 10`,
  ],
  property: (query) => [
    `SELECT multiIf(data_type = 2, replaceAll(string_value, '.0000', ''), data_type = 4, toString(date_trunc('hour', date_value)), string_value) AS value, count() AS total
FROM umami.event_data
ANY LEFT JOIN (SELECT * FROM umami.website_event WHERE ${inRange(query)} AND event_type = 2) AS website_event
ON website_event.event_id = event_data.event_id AND website_event.session_id = event_data.session_id AND website_event.website_id = event_data.website_id
WHERE ${inRange(query, 'event_data.')} AND event_data.data_key = ${quoted(PROPERTY)} AND event_data.event_name = ${quoted(SIGNUP)}
GROUP BY value ORDER BY total DESC LIMIT 100`,
  ],
  'country-browser': (query) => [
    `SELECT sum(c) AS views, count(DISTINCT session_id) AS visitors, count(DISTINCT visit_id) AS visits, sumIf(1, c = 1) AS bounces, sum(last - first) AS seconds, country, browser FROM (
  SELECT country, browser, session_id, visit_id, count() AS c, min(created_at) AS first, max(created_at) AS last
  FROM umami.website_event WHERE ${inRange(query)} AND event_type = 1 GROUP BY country, browser, session_id, visit_id
) GROUP BY country, browser ORDER BY visitors DESC, views DESC LIMIT 500`,
  ],
  'exit-pages': (query) => [
    `SELECT value, uniq(session_id) AS visitors FROM (
  SELECT session_id, argMaxMerge(exit_url) AS value FROM umami.stats_hourly WHERE ${chosen(query)} GROUP BY session_id
) GROUP BY value ORDER BY visitors DESC LIMIT 10`,
  ],
};
