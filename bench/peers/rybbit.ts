import { plannedWebsites } from '../data-set/plan.js';
import type { CaseQuery, ListName } from '../questions/case.js';
import { ourEvents, type Peer, quoted } from './peer.js';
import { chosen, inRange } from './rybbit-filters.js';
import { rybbitPosted } from './rybbit-posted.js';

/**
 * Rybbit: one table of events by website and time, with ids as text. Every query rebuilds the sessions, counts are exact, and
 * lists count sessions. Its lists are queried here in their shortest form. https://github.com/rybbit-io/rybbit
 */
export const rybbit: Peer = {
  name: 'Rybbit',
  database: 'rybbit',
  layout: [
    `CREATE TABLE rybbit.events (
  site_id UInt16, timestamp DateTime('UTC'), session_id String, user_id String, hostname String, pathname String,
  querystring String, url_parameters Map(String, String), page_title String, referrer String, channel String,
  browser LowCardinality(String), browser_version LowCardinality(String), operating_system LowCardinality(String),
  operating_system_version LowCardinality(String), language LowCardinality(String),
  country LowCardinality(FixedString(2)), region LowCardinality(String), city String, lat Float64, lon Float64,
  screen_width UInt16, screen_height UInt16, device_type LowCardinality(String),
  type LowCardinality(String) DEFAULT 'pageview', event_name String, props String
) ENGINE = MergeTree
PARTITION BY toYYYYMM(timestamp)
ORDER BY (site_id, timestamp)`,
  ],
  fill: (month) => [
    `INSERT INTO rybbit.events
SELECT indexOf(${websiteIds}, toString(website_id)), time, lower(hex(session_id)), lower(hex(visitor_id)), hostname, path,
  '', if(utm_source = '', map(), map('utm_source', utm_source, 'utm_medium', utm_medium, 'utm_campaign', utm_campaign)),
  '', referrer, channel, browser, browser_version, os, os_version, language, country, region, city,
  cityHash64(city) % 18000 / 100 - 90, cityHash64(city, 1) % 36000 / 100 - 180,
  toUInt16OrZero(splitByChar('x', screen)[1]), toUInt16OrZero(splitByChar('x', screen)[2]), device,
  multiIf(type = 'pageview', 'pageview', type = 'exit', 'outbound', 'custom_event'), name,
  if(type = 'exit', concat('{"url":"', link, '"}'), props)
${ourEvents(month)}`,
  ],
  statements: (query) => {
    const { endpoint, limit } = query;
    const where = chosen(query);
    const top = limit === undefined ? '' : ` LIMIT ${limit}`;
    switch (endpoint) {
      case 'main':
        return [totals(query), totals({ ...query, ...query.comparison })];
      case 'visitors-chart':
        return [
          `SELECT toStartOfDay(timestamp) AS at, count(DISTINCT user_id) AS visitors, countIf(type = 'pageview') AS pageviews FROM rybbit.events WHERE ${where} GROUP BY at ORDER BY at`,
        ];
      case 'entry-pages':
        return [
          `SELECT entry, count() AS sessions FROM (SELECT argMin(pathname, timestamp) AS entry FROM rybbit.events WHERE ${where} GROUP BY session_id) GROUP BY entry ORDER BY sessions DESC${top}`,
        ];
      case 'exit-links':
        return [
          `SELECT JSONExtractString(props, 'url') AS url, count() AS clicks FROM rybbit.events WHERE ${where} AND type = 'outbound' GROUP BY url ORDER BY clicks DESC${top}`,
        ];
      case 'custom-events':
        return [
          `SELECT event_name, count(DISTINCT user_id) AS visitors, count() AS events FROM rybbit.events WHERE ${where} AND type = 'custom_event' GROUP BY event_name ORDER BY visitors DESC${top}`,
        ];
      default: {
        const views = endpoint === 'pages' ? ", countIf(type = 'pageview') AS pageviews" : '';
        // Our channels include their sources, which are a separate report there.
        const reports =
          endpoint === 'channels'
            ? [columns.channels, `(${columns.channels}, ${columns.referrers})`]
            : [columns[endpoint]];
        return reports.map(
          (by) =>
            `SELECT ${by} AS value, count(DISTINCT session_id) AS sessions${views} FROM rybbit.events WHERE ${where} GROUP BY value ORDER BY sessions DESC${top}`,
        );
      }
    }
  },
  posted: rybbitPosted,
};

const websiteIds = `[${plannedWebsites.map(({ id }) => quoted(id)).join(', ')}]`;

const columns: Readonly<
  Record<Exclude<ListName, 'entry-pages' | 'exit-links' | 'custom-events'> | 'channels', string>
> = {
  channels: 'channel',
  countries: 'country',
  pages: 'pathname',
  referrers: 'referrer',
  browsers: 'browser',
  devices: 'device_type',
  campaigns: "url_parameters['utm_campaign']",
  cities: "concat(region, '-', city)",
  os: 'operating_system',
  languages: 'language',
};

function totals(query: CaseQuery): string {
  const [time, where] = [inRange(query), chosen(query)];
  return `WITH
  all_sessions AS (SELECT session_id, countIf(type = 'pageview') AS views FROM rybbit.events WHERE ${time} GROUP BY session_id),
  chosen_sessions AS (SELECT session_id, min(timestamp) AS first, max(timestamp) AS last FROM rybbit.events WHERE ${where} GROUP BY session_id),
  joined AS (SELECT first, last, views FROM chosen_sessions LEFT JOIN all_sessions USING session_id)
SELECT * FROM (SELECT count() AS sessions, countIf(views = 1) / count() AS bounce_rate, avg(last - first) AS duration FROM joined) AS s
CROSS JOIN (SELECT countIf(type = 'pageview') AS pageviews, count(DISTINCT user_id) AS visitors FROM rybbit.events WHERE ${where}) AS e`;
}
