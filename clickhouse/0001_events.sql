-- Every tracked event, one wide row each. A row carries its session's traits (those of the session's first event) and
-- what it adds to the facts of its session, so that a filtered statistic is one pass without a join. All other tables of
-- statistics can be rebuilt from this one.
CREATE TABLE IF NOT EXISTS events{{local}} {{on_cluster}} (
  website_id UUID,
  account_id UUID,
  time DateTime64(3, 'UTC') CODEC(T64),
  -- A leave only lengthens its session: it counts as nothing else.
  type Enum8('pageview' = 1, 'exit' = 2, 'custom' = 3, 'leave' = 4),
  visitor_id UInt64,
  session_start DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  session_id UInt64 ALIAS cityHash64(visitor_id, session_start),
  -- Facts, additive over a session's rows: 1 on its first event; 1 on its first pageview and -1 on its second;
  -- milliseconds that this row adds to its duration.
  sessions UInt8 CODEC(T64),
  bounces Int8 CODEC(T64),
  duration UInt32 CODEC(ZSTD(1)),
  -- The event's own properties.
  hostname LowCardinality(String),
  path LowCardinality(String),
  link LowCardinality(String),
  name LowCardinality(String),
  props String CODEC(ZSTD(1)),
  screen LowCardinality(String),
  seconds UInt32 CODEC(ZSTD(1)),
  -- The session's traits.
  entry_path LowCardinality(String),
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
  -- The event's own traits where they differ from its session's, as JSON: making its session again needs them.
  own_traits String CODEC(ZSTD(1)),
  -- The import that wrote the row, or made it again; zero for collected events.
  import_id UUID,
  -- The count of its website in `daily_visitors` to which the row was added on its way in; 0 where it was added to none.
  counted_in UInt32
)
ENGINE = {{engine:MergeTree}}
PARTITION BY toYYYYMM(time)
ORDER BY (website_id, toDate(time), visitor_id, time)
-- Under load a part comes each second, and merging parts column by column costs more than inserting them did. Parts are
-- merged ten and more at a time, and whole rows at once as long as they are small.
SETTINGS index_granularity = 1024, merge_selector_base = 10, vertical_merge_algorithm_min_rows_to_activate = 1000000,
  {{durable}}
----
{{distributed:events:visitor_id}}
