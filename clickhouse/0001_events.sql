-- Every tracked event, one wide row each. A row carries its session's traits (those of the session's first event) and
-- what it adds to the facts of its session, so that a filtered statistic is one pass without a join.
CREATE TABLE IF NOT EXISTS events{{local}} {{on_cluster}} (
  website_id UUID,
  account_id UUID,
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  -- A leave only lengthens its session: it counts as nothing else.
  type Enum8('pageview' = 1, 'exit' = 2, 'custom' = 3, 'leave' = 4),
  visitor_id UInt64,
  session_start DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  session_id UInt64 ALIAS cityHash64(visitor_id, session_start),
  -- Additive over a session's rows: 1 on its first event; 1 on its first pageview and -1 on its second; milliseconds
  -- that this row adds to its duration.
  sessions UInt8,
  bounces Int8,
  duration UInt32 CODEC(ZSTD(1)),
  hostname LowCardinality(String),
  path String CODEC(ZSTD(1)),
  link String CODEC(ZSTD(1)),
  name LowCardinality(String),
  props String CODEC(ZSTD(1)),
  screen LowCardinality(String),
  seconds UInt32 CODEC(ZSTD(1)),
  -- The session's traits.
  entry_path String CODEC(ZSTD(1)),
  referrer LowCardinality(String),
  channel LowCardinality(String),
  utm_source LowCardinality(String),
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  ref LowCardinality(String),
  campaign String ALIAS multiIf(
    utm_campaign != '', utm_campaign,
    utm_source != '' OR utm_medium != '' OR ref != '', 'Unknown',
    ''
  ),
  country LowCardinality(String),
  region LowCardinality(String),
  city LowCardinality(String),
  browser LowCardinality(String),
  browser_version LowCardinality(String),
  os LowCardinality(String),
  os_version LowCardinality(String),
  device LowCardinality(String),
  language LowCardinality(String),
  -- The event's own traits where they differ from its session's, as JSON: what making its session anew needs.
  own_traits String CODEC(ZSTD(1)),
  -- The import that wrote the row, or made it anew; zero for collected events.
  import_id UUID
)
ENGINE = {{engine:MergeTree}}
PARTITION BY toYYYYMM(time)
ORDER BY (website_id, toDate(time), visitor_id, time)
SETTINGS index_granularity = 1024, {{durable}}
----
{{distributed:events:visitor_id}}
----
-- When a visitor was first seen on a website, whatever came in whichever order.
CREATE TABLE IF NOT EXISTS visitors{{local}} {{on_cluster}} (
  website_id UUID,
  visitor_id UInt64,
  first_seen SimpleAggregateFunction(min, DateTime64(3, 'UTC'))
)
ENGINE = {{engine:AggregatingMergeTree}}
ORDER BY (website_id, visitor_id)
SETTINGS {{durable}}
----
{{distributed:visitors:visitor_id}}
----
CREATE MATERIALIZED VIEW IF NOT EXISTS visitors_from_events {{on_cluster}} TO visitors{{local}} AS
SELECT website_id, visitor_id, min(time) AS first_seen
FROM events{{local}}
WHERE type != 'leave'
GROUP BY website_id, visitor_id
----
-- Collected pageviews of an account; it outlives the account's websites, and knows nothing else of them.
CREATE TABLE IF NOT EXISTS usage{{local}} {{on_cluster}} (
  account_id UUID,
  day Date,
  pageviews UInt64
)
ENGINE = {{engine:SummingMergeTree}}
ORDER BY (account_id, day)
SETTINGS {{durable}}
----
{{distributed:usage:rand()}}
----
CREATE MATERIALIZED VIEW IF NOT EXISTS usage_from_events {{on_cluster}} TO usage{{local}} AS
SELECT account_id, toDate(time) AS day, count() AS pageviews
FROM events{{local}}
WHERE type = 'pageview' AND import_id = toUUID('00000000-0000-0000-0000-000000000000')
GROUP BY account_id, day
