-- How many rows of `events` have come, by the hour in which their session began. What was made from the rows before an
-- instant is right as long as their number is what it was then; only comparing matters, so a count may be too high.
CREATE TABLE IF NOT EXISTS arrivals{{local}} {{on_cluster}} (
  website_id UUID,
  hour DateTime('UTC'),
  rows UInt64
)
ENGINE = {{engine:SummingMergeTree}}
ORDER BY (website_id, hour)
SETTINGS {{durable}}
----
{{distributed:arrivals:website_id}}
----
CREATE MATERIALIZED VIEW IF NOT EXISTS arrivals_from_events {{on_cluster}} TO arrivals{{local}} AS
SELECT website_id, toStartOfHour(session_start, 'UTC') AS hour, count() AS rows
FROM events{{local}}
GROUP BY website_id, hour
----
INSERT INTO arrivals (website_id, hour, rows)
SELECT website_id, toStartOfHour(session_start, 'UTC') AS hour, count() FROM events GROUP BY website_id, hour
----
-- What the tables below hold of a website: everything before `until`, made when so many rows had come. A part that is
-- not right any more loses its record first, and its rows after the last question that may have read it.
CREATE TABLE IF NOT EXISTS built{{local}} {{on_cluster}} (
  website_id UUID,
  zone String,
  until DateTime64(3, 'UTC'),
  arrivals UInt64
)
ENGINE = {{engine:MergeTree}}
ORDER BY (website_id, zone, until)
SETTINGS {{durable}}
----
{{distributed:built:website_id}}
----
-- A website's visitors, numbered in the order in which they came: sets of such numbers are small and quick to unite.
-- Before `since`, the first local day that was made with it, nothing knows the number.
CREATE TABLE IF NOT EXISTS visitor_numbers{{local}} {{on_cluster}} (
  website_id UUID,
  visitor_id UInt64,
  number UInt32,
  since Date CODEC(ZSTD(1))
)
ENGINE = {{engine:ReplacingMergeTree}}
ORDER BY (website_id, visitor_id)
SETTINGS {{durable}}
----
{{distributed:visitor_numbers:visitor_id}}
----
-- A row for each session and local day on which it has an event. The facts of the session stand on its first day.
CREATE TABLE IF NOT EXISTS session_days{{local}} {{on_cluster}} (
  website_id UUID,
  day Date,
  visitor UInt32 CODEC(Delta, ZSTD(1)),
  pageviews UInt32 CODEC(ZSTD(1)),
  sessions UInt8 CODEC(ZSTD(1)),
  bounces Int8 CODEC(ZSTD(1)),
  duration UInt32 CODEC(ZSTD(1)),
  entry_path LowCardinality(String) CODEC(ZSTD(1)),
  referrer LowCardinality(String) CODEC(ZSTD(1)),
  channel LowCardinality(String) CODEC(ZSTD(1)),
  utm_source LowCardinality(String) CODEC(ZSTD(1)),
  utm_medium LowCardinality(String) CODEC(ZSTD(1)),
  utm_campaign LowCardinality(String) CODEC(ZSTD(1)),
  ref LowCardinality(String) CODEC(ZSTD(1)),
  campaign String ALIAS multiIf(
    utm_campaign != '', utm_campaign,
    utm_source != '' OR utm_medium != '' OR ref != '', 'Unknown',
    ''
  ),
  country LowCardinality(String) CODEC(ZSTD(1)),
  city LowCardinality(String) CODEC(ZSTD(1)),
  browser LowCardinality(String) CODEC(ZSTD(1)),
  os LowCardinality(String) CODEC(ZSTD(1)),
  device LowCardinality(String) CODEC(ZSTD(1)),
  language LowCardinality(String) CODEC(ZSTD(1))
)
ENGINE = {{engine:MergeTree}}
PARTITION BY toYear(day)
ORDER BY (website_id, day, visitor)
SETTINGS index_granularity = 1024, {{durable}}
----
{{distributed:session_days:rand()}}
----
-- Visitors, as their count `people` and as a set, and facts of a local day or month, by the values of a grouping. The
-- grouping `new` has the visitors who came for the first time. Values of like size lie together: the largest ones, which a
-- list begins with, are read without the many small ones.
CREATE TABLE IF NOT EXISTS rollups{{local}} {{on_cluster}} (
  website_id UUID,
  grouping LowCardinality(String),
  unit Enum8('day' = 1, 'month' = 2),
  start Date,
  key Array(String) CODEC(ZSTD(1)),
  people UInt32 CODEC(ZSTD(1)),
  visitors AggregateFunction(groupBitmap, UInt32) CODEC(ZSTD(1)),
  pageviews UInt64 CODEC(ZSTD(1)),
  sessions UInt32 CODEC(ZSTD(1)),
  bounces Int64 CODEC(ZSTD(1)),
  duration UInt64 CODEC(ZSTD(1))
)
ENGINE = {{engine:MergeTree}}
PARTITION BY toYear(start)
ORDER BY (website_id, grouping, unit, toStartOfMonth(start), toUInt8(log2(people + 1)), key, start)
SETTINGS index_granularity = 128, {{durable}}
----
{{distributed:rollups:rand()}}
----
-- Visitors and pageviews of each local hour, by its first instant.
CREATE TABLE IF NOT EXISTS hours{{local}} {{on_cluster}} (
  website_id UUID,
  start DateTime('UTC'),
  visitors UInt32 CODEC(ZSTD(1)),
  pageviews UInt32 CODEC(ZSTD(1))
)
ENGINE = {{engine:MergeTree}}
ORDER BY (website_id, start)
SETTINGS {{durable}}
----
{{distributed:hours:rand()}}
