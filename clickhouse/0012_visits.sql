-- `visits` in the order of its quarters of an hour, so that a range of any length is read alone. It is filled from the events.
DROP VIEW IF EXISTS visits_from_events {{on_cluster}} SYNC
----
DROP TABLE IF EXISTS visits {{on_cluster}} SYNC
----
DROP TABLE IF EXISTS visits{{local}} {{on_cluster}} SYNC
----
-- What statistics about the traits of sessions are answered from: one row per session and quarter of an hour, once parts
-- are merged; before, one per block too, which changes no sum. Days and full hours of every time zone begin on a quarter
-- of an hour, so no zone is stored. Numbers and times are stored by `T64`, which is read twice as quickly as `ZSTD`.
CREATE TABLE IF NOT EXISTS visits{{local}} {{on_cluster}} (
  website_id UUID,
  -- Start of the quarter of an hour that holds the events.
  quarter DateTime('UTC') CODEC(T64),
  visitor_id UInt64,
  session_start DateTime64(3, 'UTC') CODEC(T64),
  -- As in `events`: it keeps what an import made again apart from what it replaces.
  import_id UUID,
  -- As in `events`.
  counted_in UInt32,
  -- Events that count, which is all but leaves: zero where a quarter of an hour has only a leave.
  events SimpleAggregateFunction(sum, UInt64) CODEC(T64),
  pageviews SimpleAggregateFunction(sum, UInt64) CODEC(T64),
  -- Facts of the session, additive as in `events`.
  sessions SimpleAggregateFunction(sum, UInt64) CODEC(T64),
  bounces SimpleAggregateFunction(sum, Int64) CODEC(T64),
  duration SimpleAggregateFunction(sum, UInt64) CODEC(T64),
  -- The session's traits, the same on all of its rows.
  entry_path SimpleAggregateFunction(any, LowCardinality(String)),
  referrer SimpleAggregateFunction(any, LowCardinality(String)),
  channel SimpleAggregateFunction(any, LowCardinality(String)),
  utm_source SimpleAggregateFunction(any, LowCardinality(String)),
  utm_medium SimpleAggregateFunction(any, LowCardinality(String)),
  utm_campaign SimpleAggregateFunction(any, LowCardinality(String)),
  ref SimpleAggregateFunction(any, LowCardinality(String)),
  campaign String ALIAS multiIf(
    utm_campaign != '', utm_campaign,
    utm_source != '' OR utm_medium != '' OR ref != '', 'Unknown',
    ''
  ),
  country SimpleAggregateFunction(any, LowCardinality(String)),
  city SimpleAggregateFunction(any, LowCardinality(String)),
  browser SimpleAggregateFunction(any, LowCardinality(String)),
  os SimpleAggregateFunction(any, LowCardinality(String)),
  device SimpleAggregateFunction(any, LowCardinality(String)),
  language SimpleAggregateFunction(any, LowCardinality(String))
)
ENGINE = {{engine:AggregatingMergeTree}}
PARTITION BY toYYYYMM(quarter)
ORDER BY (website_id, quarter, visitor_id, session_start, import_id, counted_in)
SETTINGS index_granularity = 1024, {{durable}}
----
{{distributed:visits:visitor_id}}
----
INSERT INTO visits (website_id, quarter, visitor_id, session_start, import_id, counted_in, events, pageviews, sessions, bounces, duration, entry_path, referrer, channel, utm_source, utm_medium, utm_campaign, ref, country, city, browser, os, device, language)
SELECT
  website_id, toStartOfFifteenMinutes(toDateTime(time)) AS quarter, visitor_id, session_start, import_id,
  counted_in,
  countIf(type != 'leave') AS events,
  countIf(type = 'pageview') AS pageviews,
  sum(stored.sessions) AS sessions,
  sum(stored.bounces) AS bounces,
  sum(stored.duration) AS duration,
  any(stored.entry_path) AS entry_path,
  any(stored.referrer) AS referrer,
  any(stored.channel) AS channel,
  any(stored.utm_source) AS utm_source,
  any(stored.utm_medium) AS utm_medium,
  any(stored.utm_campaign) AS utm_campaign,
  any(stored.ref) AS ref,
  any(stored.country) AS country,
  any(stored.city) AS city,
  any(stored.browser) AS browser,
  any(stored.os) AS os,
  any(stored.device) AS device,
  any(stored.language) AS language
FROM events AS stored
GROUP BY website_id, quarter, visitor_id, session_start, import_id, counted_in
----
CREATE MATERIALIZED VIEW IF NOT EXISTS visits_from_events {{on_cluster}} TO visits{{local}} AS
SELECT
  website_id, toStartOfFifteenMinutes(toDateTime(time)) AS quarter, visitor_id, session_start, import_id,
  counted_in,
  countIf(type != 'leave') AS events,
  countIf(type = 'pageview') AS pageviews,
  sum(stored.sessions) AS sessions,
  sum(stored.bounces) AS bounces,
  sum(stored.duration) AS duration,
  any(stored.entry_path) AS entry_path,
  any(stored.referrer) AS referrer,
  any(stored.channel) AS channel,
  any(stored.utm_source) AS utm_source,
  any(stored.utm_medium) AS utm_medium,
  any(stored.utm_campaign) AS utm_campaign,
  any(stored.ref) AS ref,
  any(stored.country) AS country,
  any(stored.city) AS city,
  any(stored.browser) AS browser,
  any(stored.os) AS os,
  any(stored.device) AS device,
  any(stored.language) AS language
FROM events{{local}} AS stored
GROUP BY website_id, quarter, visitor_id, session_start, import_id, counted_in
