import { DAY_MS } from '../data-set/plan.js';
import type { CaseQuery, ListName } from '../questions/case.js';
import { ourEvents, type Peer, within } from './peer.js';
import { selectEvents, selectSessions } from './plausible-filters.js';
import { plausiblePosted } from './plausible-posted.js';

/** The visit columns of both tables. */
const TRAITS = `referrer String CODEC(ZSTD(3)), referrer_source String CODEC(ZSTD(3)), utm_medium String CODEC(ZSTD(3)),
  utm_source String CODEC(ZSTD(3)), utm_campaign String CODEC(ZSTD(3)), utm_content String CODEC(ZSTD(3)),
  utm_term String CODEC(ZSTD(3)), acquisition_channel LowCardinality(String), country_code LowCardinality(FixedString(2)),
  subdivision1_code LowCardinality(String), city_geoname_id UInt32, screen_size LowCardinality(String),
  operating_system LowCardinality(String), operating_system_version LowCardinality(String),
  browser LowCardinality(String), browser_version LowCardinality(String)`;

const OUR_TRAITS =
  "referrer, referrer, utm_medium, utm_source, utm_campaign, '', '', channel, country, region, cityHash64(city), device, os, os_version, browser, browser_version";

const SITE = 'cityHash64(website_id)';

const OUTBOUND = 'Outbound Link: Click';

const COUNTS = "uniq(user_id) AS visitors, countIf(name = 'pageview') AS pageviews";

/** Plausible has no report of languages; its campaign is `utm_campaign` alone. */
const columns: Readonly<
  Record<Exclude<ListName, 'pages' | 'exit-links' | 'languages' | 'custom-events'> | 'channels', string>
> = {
  channels: 'acquisition_channel',
  countries: 'country_code',
  referrers: 'referrer_source',
  browsers: 'browser',
  devices: 'screen_size',
  campaigns: 'utm_campaign',
  cities: 'city_geoname_id',
  'entry-pages': 'entry_page',
  os: 'operating_system',
};

/**
 * Plausible: wide events beside a table of sessions whose rows collapse. A report queries the table that has its metrics and
 * filters, or joins them. Not sampled. https://github.com/plausible/analytics
 */
export const plausible: Peer = {
  name: 'Plausible',
  database: 'plausible',
  layout: [
    `CREATE TABLE plausible.events (
  timestamp DateTime('UTC') CODEC(Delta(4), LZ4), name LowCardinality(String), site_id UInt64, user_id UInt64,
  session_id UInt64, hostname String CODEC(ZSTD(3)), pathname String CODEC(ZSTD(3)),
  meta_key Array(String) CODEC(ZSTD(3)), meta_value Array(String) CODEC(ZSTD(3)),
  ${TRAITS}
) ENGINE = MergeTree
PARTITION BY toYYYYMM(timestamp)
PRIMARY KEY (site_id, toDate(timestamp), name, user_id)
ORDER BY (site_id, toDate(timestamp), name, user_id, timestamp)
SAMPLE BY user_id`,
    `CREATE TABLE plausible.sessions (
  session_id UInt64, sign Int8, site_id UInt64, user_id UInt64, hostname String CODEC(ZSTD(3)),
  start DateTime('UTC') CODEC(Delta(4), LZ4), timestamp DateTime('UTC') CODEC(Delta(4), LZ4),
  is_bounce UInt8, pageviews Int32, events Int32, duration UInt32,
  entry_page String CODEC(ZSTD(3)), exit_page String CODEC(ZSTD(3)),
  ${TRAITS},
  INDEX minmax_timestamp timestamp TYPE minmax GRANULARITY 1
) ENGINE = VersionedCollapsingMergeTree(sign, events)
PARTITION BY toYYYYMM(start)
ORDER BY (site_id, toDate(start), user_id, session_id)
SAMPLE BY user_id`,
  ],
  fill: (month) => [
    `INSERT INTO plausible.events
WITH if(link = '', JSONExtract(props, 'Map(String, String)'), map('url', link)) AS meta
SELECT time, multiIf(type = 'pageview', 'pageview', type = 'exit', '${OUTBOUND}', name), ${SITE}, visitor_id,
  session_id, hostname, path, mapKeys(meta), mapValues(meta), ${OUR_TRAITS}
${ourEvents(month)}`,
    `INSERT INTO plausible.sessions
SELECT session_id, 1, ${SITE}, visitor_id, any(hostname), min(time), max(time), countIf(type = 'pageview') = 1,
  countIf(type = 'pageview'), count(), max(time) - min(time), any(entry_path), argMax(path, time),
  ${OUR_TRAITS.split(', ')
    .map((column) => `any(${column})`)
    .join(', ')}
${ourEvents({ start: month.start, end: month.end + DAY_MS })} AND ${within('session_start', month)}
GROUP BY website_id, visitor_id, session_id`,
  ],
  statements: (query) => {
    const { endpoint, limit } = query;
    if (query.filters.language !== undefined) return undefined;
    const top = limit === undefined ? '' : ` LIMIT ${limit}`;
    switch (endpoint) {
      case 'main':
        return [totals(query), totals({ ...query, ...query.comparison })];
      case 'visitors-chart':
        return [`SELECT toDate(timestamp) AS at, ${COUNTS} FROM ${selectEvents(query)} GROUP BY at ORDER BY at`];
      case 'pages':
        return [
          `SELECT pathname, ${COUNTS} FROM ${selectEvents(query)} GROUP BY pathname ORDER BY visitors DESC, pathname${top}`,
        ];
      case 'exit-links':
        return [
          `SELECT meta_value[indexOf(meta_key, 'url')] AS url, count() AS clicks FROM ${selectEvents(query)} AND name = '${OUTBOUND}' GROUP BY url ORDER BY clicks DESC, url${top}`,
        ];
      case 'custom-events':
        return [
          `SELECT name, uniq(user_id) AS visitors, count() AS events FROM ${selectEvents(query)} AND name NOT IN ('pageview', '${OUTBOUND}') GROUP BY name ORDER BY visitors DESC, name${top}`,
        ];
      case 'languages':
        return undefined;
      default: {
        // Sessions have every trait, and fewer rows, but only the first and the last page.
        const [from, having] =
          query.filters.page === undefined || endpoint === 'entry-pages'
            ? [selectSessions(query), ' HAVING sum(sign) > 0']
            : [selectEvents(query), ''];
        // Our channels include their sources, which are a separate report there.
        const reports =
          endpoint === 'channels'
            ? [columns.channels, `${columns.channels}, ${columns.referrers}`]
            : [columns[endpoint]];
        return reports.map(
          (by) =>
            `SELECT ${by}, uniq(user_id) AS visitors FROM ${from} GROUP BY ${by}${having} ORDER BY visitors DESC, ${by}${top}`,
        );
      }
    }
  },
  posted: plausiblePosted,
};

const totals = (query: CaseQuery): string =>
  `SELECT * FROM (SELECT ${COUNTS} FROM ${selectEvents(query)}) AS e
CROSS JOIN (SELECT sum(sign) AS visits, sum(is_bounce * sign) / sum(sign) AS bounce_rate, sum(duration * sign) / sum(sign) AS visit_duration FROM ${selectSessions(query)}) AS s`;
