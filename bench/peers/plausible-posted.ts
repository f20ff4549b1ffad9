import { funnelPages, funnelSections, PROPERTY, SIGNUP } from '../questions/posted.js';
import { type PostedStatement, type PostedStatements, quoted } from './peer.js';
import { selectEvents, selectSessions } from './plausible-filters.js';

const BOUNCE_RATE = 'sum(is_bounce * sign) / sum(sign) AS bounce_rate';

/** Seconds from the first step to the last one. */
const WINDOW = 86_400;

const funnel = (pages: readonly string[]): PostedStatement => {
  const steps = [...pages.map((page) => `name = 'pageview' AND ${page}`), `name = ${quoted(SIGNUP)}`];
  return (query) => [
    `SELECT step, count() AS visitors FROM (
  SELECT user_id, windowFunnel(${WINDOW})(timestamp, ${steps.join(', ')}) AS step FROM ${selectEvents(query)} GROUP BY user_id ORDER BY step DESC
) GROUP BY step`,
  ];
};

const pageBounces: PostedStatement = (query) => [
  `SELECT e.pathname AS page, visitors, pageviews, bounce_rate
FROM (SELECT pathname, uniq(user_id) AS visitors, countIf(name = 'pageview') AS pageviews FROM ${selectEvents(query)} GROUP BY pathname) AS e
LEFT JOIN (SELECT entry_page, ${BOUNCE_RATE} FROM ${selectSessions(query)} GROUP BY entry_page) AS s ON e.pathname = s.entry_page
ORDER BY visitors DESC, page LIMIT 10`,
];

const PROPERTY_VALUE = `meta_value[indexOf(meta_key, ${quoted(PROPERTY)})]`;

/**
 * No retention. Funnels are in its paid edition alone, whose source is public, and have no median times or next pages. A page's bounce
 * rate is of the sessions that began there. Its conversion rate is asked for with a filter, so in a statement of its own, and is of
 * the goal's events on this page, not in the sessions that came to it.
 */
export const plausiblePosted: PostedStatements = {
  funnel: funnel(funnelPages.map((page) => `pathname = ${quoted(page)}`)),
  'section-funnel': funnel(funnelSections.map((section) => `match(pathname, '^${section}.*$')`)),
  'page-bounces': pageBounces,
  'page-conversions': (query) => [
    ...pageBounces(query),
    `SELECT e.pathname AS page, e.visitors AS converted, conversions, c.visitors AS total_visitors, if(c.visitors > 0, round(e.visitors / c.visitors * 100, 1), 0) AS conversion_rate
FROM (SELECT pathname, uniq(user_id) AS visitors, count() AS conversions FROM ${selectEvents(query)} AND name = ${quoted(SIGNUP)} GROUP BY pathname) AS e
LEFT JOIN (SELECT pathname, uniq(user_id) AS visitors FROM ${selectEvents(query)} GROUP BY pathname) AS c ON e.pathname = c.pathname
ORDER BY converted DESC, page LIMIT 10`,
  ],
  property: (query) => [
    `SELECT if(notEmpty(${PROPERTY_VALUE}), ${PROPERTY_VALUE}, '(none)') AS value, uniq(user_id) AS visitors, count() AS events FROM ${selectEvents(query)} AND name = ${quoted(SIGNUP)} GROUP BY value ORDER BY visitors DESC, value LIMIT 10`,
  ],
  'country-browser': (query) => [
    `SELECT country_code, browser, uniq(user_id) AS visitors, sum(sign) AS visits, ${BOUNCE_RATE} FROM ${selectSessions(query)} GROUP BY country_code, browser HAVING sum(sign) > 0 ORDER BY visitors DESC, country_code, browser LIMIT 10`,
  ],
  'country-day': (query) => [
    `SELECT country_code, toDate(timestamp) AS day, uniq(user_id) AS visitors, countIf(name = 'pageview') AS pageviews FROM ${selectEvents(query)} GROUP BY country_code, day ORDER BY day, visitors DESC, country_code LIMIT 10000`,
  ],
  'exit-pages': (query) => [
    `SELECT exit_page, uniq(user_id) AS visitors FROM ${selectSessions(query)} GROUP BY exit_page HAVING sum(sign) > 0 ORDER BY visitors DESC, exit_page LIMIT 10`,
  ],
};
