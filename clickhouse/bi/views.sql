-- The views that BI tools read. They are an interface: columns may be added, and none is renamed, removed or given another meaning
-- without a new version. docs/bi.md has a page for each.
-- TRICKY: no column of a view is LowCardinality. Such a column keeps its block's whole dictionary after the row policy has removed
-- rows, and functions run on the dictionary: an error would quote the values of other accounts.
CREATE OR REPLACE VIEW bi.events {{on_cluster}} (
  website_id UUID COMMENT 'ID of the website, see bi.websites',
  time DateTime64(3, 'UTC') COMMENT 'Instant of the event in UTC',
  local_time DateTime64(3, 'UTC') COMMENT 'Clock time of the event in the website\'s time zone (the type says UTC, so that no tool converts it again)',
  type Enum8('pageview' = 1, 'exit' = 2, 'custom' = 3, 'leave' = 4) COMMENT 'pageview, exit (a click on an outbound link) or custom; no row has leave',
  visitor_id UInt64 COMMENT 'Visitor of this website; visitors of two websites are never the same',
  session_id UInt64 COMMENT 'Session: events with less than 30 minutes between them',
  session_start DateTime64(3, 'UTC') COMMENT 'Instant of the first event of the session in UTC',
  hostname String COMMENT 'Host of the page',
  path String COMMENT 'Path of the page, without query and fragment',
  link String COMMENT 'Target of an exit, empty for other events',
  name String COMMENT 'Name of a custom event, empty for other events',
  properties JSON COMMENT 'Properties of a pageview or custom event: properties.plan::String reads one',
  screen String COMMENT 'Width and height of the screen, such as 1440x900',
  entry_path String COMMENT 'Path of the first page of the session',
  referrer String COMMENT 'Source of the session: a known name such as Google, a host, or Direct',
  channel String COMMENT 'Channel of the session, such as Organic Search',
  utm_source String COMMENT 'utm_source of the session, empty without one',
  utm_medium String COMMENT 'utm_medium of the session, empty without one',
  utm_campaign String COMMENT 'utm_campaign of the session, empty without one',
  ref String COMMENT 'ref or source of the session, empty without one',
  campaign String COMMENT 'Campaign of the session: utm_campaign, or Unknown with other tracking parameters, empty without any',
  country String COMMENT 'ISO 3166-1 code, ZZ when unknown',
  region String COMMENT 'Name of the region, such as Bavaria; empty when unknown',
  city String COMMENT 'City, or Unknown',
  browser String COMMENT 'Browser, or Unknown',
  browser_version String COMMENT 'Version of the browser, empty when unknown',
  os String COMMENT 'Name of the operating system, such as macOS, or Unknown',
  os_code String COMMENT 'Code of the operating system, such as macos, or unknown',
  os_version String COMMENT 'Version of the operating system, empty when unknown',
  device String COMMENT 'desktop, mobile, tablet, tv or other',
  language String COMMENT 'BCP 47 language, und when unknown',
  utm_content String COMMENT 'utm_content of the session, empty without one',
  utm_term String COMMENT 'utm_term of the session, empty without one'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
AS WITH
  (SELECT groupArray(website_id) FROM (SELECT website_id FROM bi_rows.websites ORDER BY website_id, written DESC LIMIT 1 BY website_id)) AS ids,
  (SELECT groupArray(time_zone) FROM (SELECT website_id, time_zone FROM bi_rows.websites ORDER BY website_id, written DESC LIMIT 1 BY website_id)) AS zones
SELECT
  website_id,
  time,
  toDateTime64(toString(time, transform(website_id, ids, zones, 'UTC')), 3, 'UTC') AS local_time,
  type,
  visitor_id,
  cityHash64(visitor_id, session_start) AS session_id,
  session_start,
  CAST(stored.hostname AS String) AS hostname,
  CAST(stored.path AS String) AS path,
  CAST(stored.link AS String) AS link,
  CAST(stored.name AS String) AS name,
  CAST(if(props = '', '{}', props) AS JSON) AS properties,
  CAST(stored.screen AS String) AS screen,
  CAST(stored.entry_path AS String) AS entry_path,
  CAST(stored.referrer AS String) AS referrer,
  CAST(stored.channel AS String) AS channel,
  CAST(stored.utm_source AS String) AS utm_source,
  CAST(stored.utm_medium AS String) AS utm_medium,
  CAST(stored.utm_campaign AS String) AS utm_campaign,
  CAST(stored.ref AS String) AS ref,
  multiIf(stored.utm_campaign != '', CAST(stored.utm_campaign AS String), stored.utm_source != '' OR stored.utm_medium != '' OR stored.ref != '', 'Unknown', '') AS campaign,
  CAST(stored.country AS String) AS country,
  CAST(stored.region AS String) AS region,
  CAST(stored.city AS String) AS city,
  CAST(stored.browser AS String) AS browser,
  CAST(stored.browser_version AS String) AS browser_version,
  CAST(stored.os AS String) AS os,
  ifNull(nullIf(replaceRegexpAll(replaceRegexpAll(lowerUTF8(CAST(stored.os AS String)), '[ -/:-@[-`{-~]+', '-'), '^-|-$', ''), ''), 'unknown') AS os_code,
  CAST(stored.os_version AS String) AS os_version,
  CAST(stored.device AS String) AS device,
  CAST(stored.language AS String) AS language,
  CAST(stored.utm_content AS String) AS utm_content,
  CAST(stored.utm_term AS String) AS utm_term
FROM bi_rows.events AS stored
WHERE stored.type != 'leave'
COMMENT 'Every pageview, exit and custom event, with the traits of its session'
----
CREATE OR REPLACE VIEW bi.visits {{on_cluster}} (
  website_id UUID COMMENT 'ID of the website, see bi.websites',
  time DateTime('UTC') COMMENT 'Start of the quarter of an hour in UTC',
  local_time DateTime('UTC') COMMENT 'The same as clock time in the website\'s time zone (the type says UTC, so that no tool converts it again)',
  visitor_id UInt64 COMMENT 'Visitor of this website; visitors of two websites are never the same',
  session_id UInt64 COMMENT 'Session of the visit; sessions that last longer have several rows',
  session_start DateTime64(3, 'UTC') COMMENT 'Instant of the first event of the session in UTC',
  local_session_start DateTime64(3, 'UTC') COMMENT 'The same as clock time in the website\'s time zone (the type says UTC, so that no tool converts it again)',
  events UInt64 COMMENT 'Pageviews, exits and custom events; add up. 0 where the time on a page was reported and nothing else',
  pageviews UInt64 COMMENT 'Pageviews; add up',
  sessions UInt64 COMMENT '1 where the session began; the sum is the number of sessions',
  bounces Int64 COMMENT 'The sum is the number of sessions with exactly one pageview',
  duration_ms UInt64 COMMENT 'Milliseconds that the session lasted longer through this row; add up',
  entry_path String COMMENT 'Path of the first page of the session',
  referrer String COMMENT 'Source of the session: a known name such as Google, a host, or Direct',
  channel String COMMENT 'Channel of the session, such as Organic Search',
  utm_source String COMMENT 'utm_source of the session, empty without one',
  utm_medium String COMMENT 'utm_medium of the session, empty without one',
  utm_campaign String COMMENT 'utm_campaign of the session, empty without one',
  ref String COMMENT 'ref or source of the session, empty without one',
  campaign String COMMENT 'Campaign of the session: utm_campaign, or Unknown with other tracking parameters, empty without any',
  country String COMMENT 'ISO 3166-1 code, ZZ when unknown',
  city String COMMENT 'City, or Unknown',
  browser String COMMENT 'Browser, or Unknown',
  os String COMMENT 'Name of the operating system, such as macOS, or Unknown',
  os_code String COMMENT 'Code of the operating system, such as macos, or unknown',
  device String COMMENT 'desktop, mobile, tablet, tv or other',
  language String COMMENT 'BCP 47 language, und when unknown'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
AS WITH
  (SELECT groupArray(website_id) FROM (SELECT website_id FROM bi_rows.websites ORDER BY website_id, written DESC LIMIT 1 BY website_id)) AS ids,
  (SELECT groupArray(time_zone) FROM (SELECT website_id, time_zone FROM bi_rows.websites ORDER BY website_id, written DESC LIMIT 1 BY website_id)) AS zones
SELECT
  website_id,
  quarter AS time,
  toDateTime(toString(quarter, transform(website_id, ids, zones, 'UTC')), 'UTC') AS local_time,
  visitor_id,
  cityHash64(visitor_id, session_start) AS session_id,
  session_start,
  toDateTime64(toString(session_start, transform(website_id, ids, zones, 'UTC')), 3, 'UTC') AS local_session_start,
  toUInt64(events) AS events,
  toUInt64(pageviews) AS pageviews,
  toUInt64(sessions) AS sessions,
  toInt64(bounces) AS bounces,
  toUInt64(duration) AS duration_ms,
  CAST(stored.entry_path AS String) AS entry_path,
  CAST(stored.referrer AS String) AS referrer,
  CAST(stored.channel AS String) AS channel,
  CAST(stored.utm_source AS String) AS utm_source,
  CAST(stored.utm_medium AS String) AS utm_medium,
  CAST(stored.utm_campaign AS String) AS utm_campaign,
  CAST(stored.ref AS String) AS ref,
  multiIf(stored.utm_campaign != '', CAST(stored.utm_campaign AS String), stored.utm_source != '' OR stored.utm_medium != '' OR stored.ref != '', 'Unknown', '') AS campaign,
  CAST(stored.country AS String) AS country,
  CAST(stored.city AS String) AS city,
  CAST(stored.browser AS String) AS browser,
  CAST(stored.os AS String) AS os,
  ifNull(nullIf(replaceRegexpAll(replaceRegexpAll(lowerUTF8(CAST(stored.os AS String)), '[ -/:-@[-`{-~]+', '-'), '^-|-$', ''), ''), 'unknown') AS os_code,
  CAST(stored.device AS String) AS device,
  CAST(stored.language AS String) AS language
FROM bi_rows.visits AS stored
COMMENT 'Sessions by quarter of an hour: sums of its columns are faster than counting bi.events'
----
CREATE OR REPLACE VIEW bi.daily_visitors {{on_cluster}} (
  website_id UUID COMMENT 'ID of the website, see bi.websites',
  date Date COMMENT 'Day in the website\'s time zone',
  dimension String COMMENT 'What the row is counted by, such as country or city,country; empty for all visitors',
  value Array(String) COMMENT 'The values of the dimension, one for each of its names',
  seen Enum8('again' = 1, 'elsewhere' = 2, 'new' = 3) COMMENT 'again: the visitors had come before with this value; elsewhere: before, but not with this value; new: not before',
  previous_date Nullable(Date) COMMENT 'Day on which the visitors came before; NULL for new ones',
  visitors UInt64 COMMENT 'Visitors. Of a range: those with seen != again or previous_date before its first day',
  pageviews UInt64 COMMENT 'Pageviews of the day and value; add up',
  sessions UInt64 COMMENT 'Sessions that began on the day; add up',
  bounces Int64 COMMENT 'Sessions with exactly one pageview; add up',
  duration_ms UInt64 COMMENT 'Length of these sessions in milliseconds; add up'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
AS WITH
  (SELECT groupArray(website_id) FROM (SELECT website_id FROM bi_rows.websites ORDER BY website_id, written DESC LIMIT 1 BY website_id)) AS ids,
  (SELECT groupArray(generation) FROM (SELECT website_id, generation FROM bi_rows.websites ORDER BY website_id, written DESC LIMIT 1 BY website_id)) AS generations
SELECT
  website_id,
  toDate(day - 1) AS date,
  CAST(stored.dimension AS String) AS dimension,
  multiIf(
    dimension = '', CAST([], 'Array(String)'),
    position(dimension, ',') = 0, [CAST(stored.value AS String)],
    dimension = 'utm_source,utm_medium,utm_campaign,ref', arrayMap(each -> decodeURLComponent(each), [
      extractURLParameter(CAST(stored.value AS String), 'utm_source'),
      extractURLParameter(CAST(stored.value AS String), 'utm_medium'),
      extractURLParameter(CAST(stored.value AS String), 'utm_campaign'),
      extractURLParameter(CAST(stored.value AS String), 'ref')
    ]),
    arrayMap(each -> replaceAll(replaceAll(each, '%09', '\t'), '%25', '%'), splitByChar('\t', CAST(stored.value AS String)))
  ) AS value,
  CAST(multiIf(stored.previous_day > 0, 1, stored.first_day < 65535, 2, 3) AS Enum8('again' = 1, 'elsewhere' = 2, 'new' = 3)) AS seen,
  multiIf(stored.previous_day > 0, toDate(stored.previous_day - 1), stored.first_day < 65535, toDate(stored.first_day - 1), NULL) AS previous_date,
  CAST(stored.visitors AS UInt64) AS visitors,
  CAST(stored.pageviews AS UInt64) AS pageviews,
  CAST(stored.sessions AS UInt64) AS sessions,
  CAST(stored.bounces AS Int64) AS bounces,
  duration AS duration_ms
FROM bi_rows.daily_visitors AS stored
WHERE stored.generation = transform(website_id, ids, generations, toUInt32(0)) AND stored.dimension NOT IN ('quarter', 'path', 'name')
COMMENT 'Visitors of each local day by value and previous day: visitors of any days are a sum'
----
CREATE OR REPLACE VIEW bi.websites {{on_cluster}} (
  id UUID COMMENT 'ID of the website',
  name String COMMENT 'Name of the website',
  domain String COMMENT 'Domain of the website',
  zone String COMMENT 'IANA name of the website\'s time zone'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
AS SELECT
  website_id AS id,
  name,
  domain,
  CAST(time_zone AS String) AS zone
FROM (SELECT * FROM bi_rows.websites ORDER BY website_id, written DESC LIMIT 1 BY website_id)
COMMENT 'The websites of the account'
