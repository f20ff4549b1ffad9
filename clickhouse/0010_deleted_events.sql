-- Events that were deleted, for the day in which the deletion can be undone. No statistic, export or view reads them.
CREATE TABLE IF NOT EXISTS deleted_events{{local}} {{on_cluster}} (
  deletion_id UUID,
  website_id UUID,
  visitor_id UInt64,
  time DateTime64(3, 'UTC') CODEC(T64),
  type Enum8('pageview' = 1, 'exit' = 2, 'custom' = 3, 'leave' = 4),
  hostname LowCardinality(String),
  path LowCardinality(String),
  link LowCardinality(String),
  name LowCardinality(String),
  props String CODEC(ZSTD(1)),
  screen LowCardinality(String),
  seconds UInt32 CODEC(ZSTD(1)),
  -- The traits of the session that it belonged to, and the event's own where they differ, as in `events`.
  referrer LowCardinality(String),
  channel LowCardinality(String),
  utm_source LowCardinality(String),
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  ref LowCardinality(String),
  country LowCardinality(String),
  region LowCardinality(String),
  city LowCardinality(String),
  browser LowCardinality(String),
  browser_version LowCardinality(String),
  os LowCardinality(String),
  os_version LowCardinality(String),
  device LowCardinality(String),
  language LowCardinality(String),
  own_traits String CODEC(ZSTD(1))
)
ENGINE = {{engine:MergeTree}}
PARTITION BY deletion_id
ORDER BY (visitor_id, time)
SETTINGS index_granularity = 1024, fsync_after_insert = 1, fsync_part_directory = 1
----
{{distributed:deleted_events:visitor_id}}
