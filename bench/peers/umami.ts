import type { CaseQuery, ListName } from '../questions/case.js';
import { ourEvents, type Peer, within } from './peer.js';
import { chosen } from './umami-filters.js';
import { umamiPosted } from './umami-posted.js';

/**
 * Umami on ClickHouse: events by hour first, with two projections of whole rows, and a table with one row per visit and hour for
 * queries that need no column of an event. https://github.com/umami-software/umami
 */
export const umami: Peer = {
  name: 'Umami',
  database: 'umami',
  layout: [
    `CREATE TABLE umami.website_event (
  website_id UUID, session_id UUID, visit_id UUID, event_id UUID,
  hostname LowCardinality(String), browser LowCardinality(String), os LowCardinality(String),
  device LowCardinality(String), screen LowCardinality(String), language LowCardinality(String),
  country LowCardinality(String), region LowCardinality(String), city String,
  url_path String, url_query String, utm_source String, utm_medium String, utm_campaign String, utm_content String,
  utm_term String, referrer_path String, referrer_query String, referrer_domain String, page_title String,
  event_type UInt32, event_name String, tag String, distinct_id String, created_at DateTime('UTC'), job_id Nullable(UUID),
  PROJECTION by_path (SELECT * ORDER BY toStartOfDay(created_at), website_id, url_path, created_at),
  PROJECTION by_referrer (SELECT * ORDER BY toStartOfDay(created_at), website_id, referrer_domain, created_at)
) ENGINE = MergeTree
PARTITION BY toYYYYMM(created_at)
PRIMARY KEY (toStartOfHour(created_at), website_id, session_id, visit_id)
ORDER BY (toStartOfHour(created_at), website_id, session_id, visit_id, created_at)`,
    `CREATE TABLE umami.stats_hourly (
  website_id UUID, session_id UUID, visit_id UUID,
  hostname LowCardinality(String), browser LowCardinality(String), os LowCardinality(String),
  device LowCardinality(String), screen LowCardinality(String), language LowCardinality(String),
  country LowCardinality(String), region LowCardinality(String), city String,
  entry_url AggregateFunction(argMin, String, DateTime('UTC')),
  exit_url AggregateFunction(argMax, String, DateTime('UTC')),
  url_path SimpleAggregateFunction(groupArrayArray, Array(String)),
  utm_campaign SimpleAggregateFunction(groupArrayArray, Array(String)),
  referrer_domain SimpleAggregateFunction(groupArrayArray, Array(String)),
  event_type UInt32,
  event_name SimpleAggregateFunction(groupArrayArray, Array(String)),
  views SimpleAggregateFunction(sum, UInt64),
  min_time SimpleAggregateFunction(min, DateTime('UTC')),
  max_time SimpleAggregateFunction(max, DateTime('UTC')),
  created_at DateTime('UTC')
) ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(created_at)
ORDER BY (website_id, event_type, toStartOfHour(created_at), cityHash64(visit_id), visit_id)
SAMPLE BY cityHash64(visit_id)
SETTINGS allow_dimensions_outside_sorting_key = 1`,
    // Not partitioned there: here, each run fills the current month again.
    `CREATE TABLE umami.event_data (
  website_id UUID, session_id UUID, event_id UUID, url_path String, event_name String, data_key String,
  string_value Nullable(String), number_value Nullable(Decimal(22, 4)), date_value Nullable(DateTime('UTC')),
  data_type UInt32, created_at DateTime('UTC'), job_id Nullable(UUID)
) ENGINE = MergeTree
PARTITION BY toYYYYMM(created_at)
ORDER BY (website_id, event_id, data_key, created_at)`,
  ],
  fill: (month) => [
    `INSERT INTO umami.website_event (website_id, session_id, visit_id, event_id, hostname, browser, os, device, screen,
  language, country, region, city, url_path, utm_source, utm_medium, utm_campaign, referrer_domain, event_type,
  event_name, created_at)
SELECT website_id, ${wide('visitor_id')}, ${wide('session_id')}, ${EVENT_ID}, hostname, browser, os, device, screen,
  language, country, region, city, path, utm_source, utm_medium, utm_campaign, referrer,
  if(type = 'pageview', 1, 2), name, time
${ourEvents(month)}`,
    `INSERT INTO umami.stats_hourly
SELECT website_id, session_id, visit_id, hostname, browser, os, device, screen, language, country, region, city,
  argMinState(url_path, at), argMaxState(url_path, at),
  groupArray(url_path), arrayFilter(x -> x != '', groupArray(utm_campaign)),
  arrayFilter(x -> x != '', groupArray(referrer_domain)), event_type,
  if(event_type = 2, groupArray(event_name), []), countIf(event_type = 1), min(at), max(at), toStartOfHour(at) AS hour
FROM (SELECT *, created_at AS at FROM umami.website_event WHERE ${within('created_at', month)})
GROUP BY website_id, session_id, visit_id, hostname, browser, os, device, screen, language, country, region, city,
  event_type, hour`,
    `INSERT INTO umami.event_data (website_id, session_id, event_id, url_path, event_name, data_key, string_value, data_type, created_at)
SELECT website_id, ${wide('visitor_id')}, ${EVENT_ID}, path, name, property.1, property.2, 1, time
FROM (SELECT *, arrayJoin(JSONExtractKeysAndValues(props, 'String')) AS property ${ourEvents(month)} AND props != '')`,
  ],
  statements: (query) => {
    const { endpoint, limit } = query;
    if (query.filters.channel !== undefined || query.filters.entryPage !== undefined) return undefined;
    const isHourly = !Object.keys(query.filters).some((name) => eventFilters.includes(name));
    const from = isHourly ? 'umami.stats_hourly' : 'umami.website_event';
    const where = chosen(query);
    const top = limit === undefined ? '' : ` LIMIT ${limit}`;
    switch (endpoint) {
      case 'main':
        return [totals(query, isHourly), totals({ ...query, ...query.comparison }, isHourly)];
      case 'visitors-chart': {
        const views = isHourly ? 'sum(views)' : 'count()';
        return [
          `SELECT toStartOfDay(created_at) AS at, uniq(session_id) AS visitors, ${views} AS pageviews FROM ${from} WHERE ${where} GROUP BY at ORDER BY at`,
        ];
      }
      case 'entry-pages':
        return entryPages(query, isHourly);
      case 'pages':
      case 'referrers':
      case 'campaigns': {
        const column = eventColumns[endpoint];
        const value = isHourly ? `arrayJoin(${column})` : column;
        return [
          `SELECT value, uniq(session_id) AS visitors FROM (SELECT session_id, ${value} AS value FROM ${from} WHERE ${where}) WHERE value != '' GROUP BY value ORDER BY visitors DESC${top}`,
        ];
      }
      case 'custom-events':
        return [
          `SELECT event_name, uniq(session_id) AS visitors, count() AS events FROM umami.website_event WHERE ${where.replace('event_type != 2', "event_type = 2 AND event_name != ''")} GROUP BY event_name ORDER BY visitors DESC${top}`,
        ];
      case 'channels':
      case 'exit-links':
        return undefined;
      default:
        return [
          `SELECT ${sessionColumns[endpoint]}, uniq(session_id) AS visitors FROM ${from} WHERE ${where} GROUP BY ${sessionColumns[endpoint]} ORDER BY visitors DESC${top}`,
        ];
    }
  },
  posted: umamiPosted,
};

const sessionColumns = {
  countries: 'country',
  browsers: 'browser',
  devices: 'device',
  cities: 'city, country',
  os: 'os',
  languages: 'language',
} as const satisfies Partial<Record<ListName, string>>;

const eventColumns = { pages: 'url_path', referrers: 'referrer_domain', campaigns: 'utm_campaign' } as const;

/** Filters that the hourly table cannot answer. */
const eventFilters: readonly string[] = ['page', 'referrer', 'campaign'];

/** Turns our 64-bit number into a UUID that is just as hard to compress. */
const wide = (column: string): string =>
  `reinterpretAsUUID(concat(reinterpretAsFixedString(cityHash64(${column})), reinterpretAsFixedString(${column})))`;

/** Random there: here, the same in both tables. */
const EVENT_ID = 'reinterpretAsUUID(sipHash128(visitor_id, session_start, time, type, path))';

function totals(query: CaseQuery, isHourly: boolean): string {
  const visits = isHourly
    ? 'sum(views) AS c, min(min_time) AS first, max(max_time) AS last FROM umami.stats_hourly'
    : 'count() AS c, min(created_at) AS first, max(created_at) AS last FROM umami.website_event';
  return `SELECT sum(c) AS pageviews, uniq(session_id) AS visitors, uniq(visit_id) AS visits, sumIf(1, c = 1) AS bounces, sum(last - first) AS seconds
FROM (SELECT session_id, visit_id, ${visits} WHERE ${chosen(query)} GROUP BY session_id, visit_id)`;
}

function entryPages(query: CaseQuery, isHourly: boolean): readonly string[] {
  const top = query.limit === undefined ? '' : ` LIMIT ${query.limit}`;
  if (isHourly) {
    return [
      `SELECT value, uniq(session_id) AS visitors FROM (
  SELECT session_id, argMinMerge(entry_url) AS value FROM umami.stats_hourly WHERE ${chosen(query)} GROUP BY session_id
) GROUP BY value ORDER BY visitors DESC${top}`,
    ];
  }
  return [
    `SELECT entry.url_path AS value, uniq(session_id) AS visitors FROM umami.website_event
JOIN (SELECT visit_id, argMin(url_path, created_at) AS url_path FROM umami.website_event WHERE ${chosen({ ...query, filters: {} })} GROUP BY visit_id) AS entry USING visit_id
WHERE ${chosen(query).replaceAll('url_path', 'website_event.url_path')} GROUP BY value ORDER BY visitors DESC${top}`,
  ];
}
