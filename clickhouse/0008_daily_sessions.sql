-- In place of `session_days`: a row for each session and local day on which it has an event, with the pages it viewed, by
-- number. The facts of the session stand on its first day. A filtered list reads three or four columns of millions of rows:
-- those that choose and group are quick to unpack, and the website is one byte.
CREATE TABLE IF NOT EXISTS daily_sessions{{local}} {{on_cluster}} (
  website_id LowCardinality(UUID),
  day Date,
  visitor UInt32 CODEC(Delta, LZ4),
  pageviews UInt32 CODEC(ZSTD(1)),
  sessions UInt8 CODEC(ZSTD(1)),
  bounces Int8 CODEC(ZSTD(1)),
  duration UInt32 CODEC(ZSTD(1)),
  entry_path LowCardinality(String),
  referrer LowCardinality(String),
  channel LowCardinality(String),
  utm_source LowCardinality(String),
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  ref LowCardinality(String),
  campaign LowCardinality(String) MATERIALIZED multiIf(
    utm_campaign != '', utm_campaign,
    utm_source != '' OR utm_medium != '' OR ref != '', 'Unknown',
    ''
  ),
  country LowCardinality(String),
  city LowCardinality(String),
  browser LowCardinality(String),
  os LowCardinality(String),
  device LowCardinality(String),
  language LowCardinality(String),
  pages Array(UInt32),
  page_views Array(UInt32)
)
ENGINE = {{engine:MergeTree}}
PARTITION BY toYear(day)
ORDER BY (website_id, day, visitor)
SETTINGS {{durable}}
----
{{distributed:daily_sessions:rand()}}
----
-- The clicks on links to other hosts by local day, link, page and the traits of the session: few rows beside its days.
CREATE TABLE IF NOT EXISTS exit_clicks{{local}} {{on_cluster}} (
  website_id LowCardinality(UUID),
  day Date,
  link LowCardinality(String),
  path LowCardinality(String),
  clicks UInt32,
  entry_path LowCardinality(String),
  referrer LowCardinality(String),
  channel LowCardinality(String),
  utm_source LowCardinality(String),
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  ref LowCardinality(String),
  campaign LowCardinality(String) MATERIALIZED multiIf(
    utm_campaign != '', utm_campaign,
    utm_source != '' OR utm_medium != '' OR ref != '', 'Unknown',
    ''
  ),
  country LowCardinality(String),
  city LowCardinality(String),
  browser LowCardinality(String),
  os LowCardinality(String),
  device LowCardinality(String),
  language LowCardinality(String)
)
ENGINE = {{engine:MergeTree}}
PARTITION BY toYear(day)
ORDER BY (website_id, day)
SETTINGS {{durable}}
----
{{distributed:exit_clicks:rand()}}
----
-- No record is right any more: all is made again, with these.
INSERT INTO arrivals (website_id, hour, rows) SELECT website_id, min(hour), 1 FROM arrivals GROUP BY website_id
----
-- It stays, empty: a process that starts at the same time may be about to alter it.
TRUNCATE TABLE session_days{{local}} {{on_cluster}}
