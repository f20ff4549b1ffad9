CREATE TABLE IF NOT EXISTS migrations_local ON CLUSTER 'main' (
  version UInt32, name String, checksum String, applied_at DateTime DEFAULT now()
)
ENGINE = ReplicatedMergeTree
ORDER BY version
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS migrations ON CLUSTER 'main' AS migrations_local
ENGINE = Distributed('main', currentDatabase(), 'migrations_local', version)
;

SELECT DISTINCT version, name, checksum FROM migrations ORDER BY version 
FORMAT JSONEachRow
;

-- Every tracked event, one wide row each. A row carries its session's traits (those of the session's first event) and
-- what it adds to the facts of its session, so that a filtered statistic is one pass without a join.
CREATE TABLE IF NOT EXISTS events_local ON CLUSTER 'main' (
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
ENGINE = ReplicatedMergeTree
PARTITION BY toYYYYMM(time)
ORDER BY (website_id, toDate(time), visitor_id, time)
SETTINGS index_granularity = 1024, replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS events ON CLUSTER 'main' AS events_local
ENGINE = Distributed('main', currentDatabase(), 'events_local', visitor_id)
;

-- When a visitor was first seen on a website, whatever came in whichever order.
CREATE TABLE IF NOT EXISTS visitors_local ON CLUSTER 'main' (
  website_id UUID,
  visitor_id UInt64,
  first_seen SimpleAggregateFunction(min, DateTime64(3, 'UTC'))
)
ENGINE = ReplicatedAggregatingMergeTree
ORDER BY (website_id, visitor_id)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS visitors ON CLUSTER 'main' AS visitors_local
ENGINE = Distributed('main', currentDatabase(), 'visitors_local', visitor_id)
;

CREATE MATERIALIZED VIEW IF NOT EXISTS visitors_from_events ON CLUSTER 'main' TO visitors_local AS
SELECT website_id, visitor_id, min(time) AS first_seen
FROM events_local
WHERE type != 'leave'
GROUP BY website_id, visitor_id
;

-- Collected pageviews of an account; it outlives the account's websites, and knows nothing else of them.
CREATE TABLE IF NOT EXISTS usage_local ON CLUSTER 'main' (
  account_id UUID,
  day Date,
  pageviews UInt64
)
ENGINE = ReplicatedSummingMergeTree
ORDER BY (account_id, day)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS usage ON CLUSTER 'main' AS usage_local
ENGINE = Distributed('main', currentDatabase(), 'usage_local', rand())
;

CREATE MATERIALIZED VIEW IF NOT EXISTS usage_from_events ON CLUSTER 'main' TO usage_local AS
SELECT account_id, toDate(time) AS day, count() AS pageviews
FROM events_local
WHERE type = 'pageview' AND import_id = toUUID('00000000-0000-0000-0000-000000000000')
GROUP BY account_id, day
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[1,"0001_events.sql","a40665f0e18ead13ce8af2bfb8048104071b27f5c453f8022260713a69e20ba0"]
;

-- Where the lines of an import wait until they are in order. Emptied when the import is done.
CREATE TABLE IF NOT EXISTS import_lines_local ON CLUSTER 'main' (
  import_id UUID,
  visitor_id UInt64,
  time DateTime64(3, 'UTC'),
  -- Orders what happened at the same instant: a pageview first. Then the event's own text, so that the order of the
  -- lines changes nothing.
  rank UInt8,
  event String CODEC(ZSTD(1)),
  -- Of the body, from 1; below zero for events that were stored before.
  line Int64
)
ENGINE = ReplicatedMergeTree
PARTITION BY import_id
ORDER BY (visitor_id, time, rank)
SETTINGS index_granularity = 1024
;

CREATE TABLE IF NOT EXISTS import_lines ON CLUSTER 'main' AS import_lines_local
ENGINE = Distributed('main', currentDatabase(), 'import_lines_local', visitor_id)
;

-- The stored sessions that an import makes anew, because its events touch them.
CREATE TABLE IF NOT EXISTS import_sessions_local ON CLUSTER 'main' (
  import_id UUID,
  visitor_id UInt64,
  session_start DateTime64(3, 'UTC')
)
ENGINE = ReplicatedMergeTree
PARTITION BY import_id
ORDER BY (visitor_id, session_start)
;

CREATE TABLE IF NOT EXISTS import_sessions ON CLUSTER 'main' AS import_sessions_local
ENGINE = Distributed('main', currentDatabase(), 'import_sessions_local', visitor_id)
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[2,"0002_imports.sql","b39b02dc921c3e3c808249c2eaca2bfea451e15470714ed9c50648874a73fe0f"]
;

-- Events that were not counted, by reason. `website_id` is zero where the tracking key is nobody's. Quarters of an hour,
-- so that a day of any time zone is whole.
CREATE TABLE IF NOT EXISTS drops_local ON CLUSTER 'main' (
  website_id UUID,
  time DateTime('UTC'),
  reason LowCardinality(String),
  events UInt64
)
ENGINE = ReplicatedSummingMergeTree
ORDER BY (website_id, time, reason)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS drops ON CLUSTER 'main' AS drops_local
ENGINE = Distributed('main', currentDatabase(), 'drops_local', website_id)
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[3,"0003_drops.sql","59055a44d5df9d371266a10835df34979de0f7a4aed4d5444a4880d5fc2495e0"]
