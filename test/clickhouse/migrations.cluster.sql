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
;

-- How many rows of `events` have come, by the hour in which their session began. What was made from the rows before an
-- instant is right as long as their number is what it was then; only comparing matters, so a count may be too high.
CREATE TABLE IF NOT EXISTS arrivals_local ON CLUSTER 'main' (
  website_id UUID,
  hour DateTime('UTC'),
  rows UInt64
)
ENGINE = ReplicatedSummingMergeTree
ORDER BY (website_id, hour)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS arrivals ON CLUSTER 'main' AS arrivals_local
ENGINE = Distributed('main', currentDatabase(), 'arrivals_local', website_id)
;

CREATE MATERIALIZED VIEW IF NOT EXISTS arrivals_from_events ON CLUSTER 'main' TO arrivals_local AS
SELECT website_id, toStartOfHour(session_start, 'UTC') AS hour, count() AS rows
FROM events_local
GROUP BY website_id, hour
;

INSERT INTO arrivals (website_id, hour, rows)
SELECT website_id, toStartOfHour(session_start, 'UTC') AS hour, count() FROM events GROUP BY website_id, hour
;

-- What the tables below hold of a website: everything before `until`, made when so many rows had come. A part that is
-- not right any more loses its record first, and its rows after the last question that may have read it.
CREATE TABLE IF NOT EXISTS built_local ON CLUSTER 'main' (
  website_id UUID,
  zone String,
  until DateTime64(3, 'UTC'),
  arrivals UInt64
)
ENGINE = ReplicatedMergeTree
ORDER BY (website_id, zone, until)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS built ON CLUSTER 'main' AS built_local
ENGINE = Distributed('main', currentDatabase(), 'built_local', website_id)
;

-- A website's visitors, numbered in the order in which they came: sets of such numbers are small and quick to unite.
-- Before `since`, the first local day that was made with it, nothing knows the number.
CREATE TABLE IF NOT EXISTS visitor_numbers_local ON CLUSTER 'main' (
  website_id UUID,
  visitor_id UInt64,
  number UInt32,
  since Date CODEC(ZSTD(1))
)
ENGINE = ReplicatedReplacingMergeTree
ORDER BY (website_id, visitor_id)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS visitor_numbers ON CLUSTER 'main' AS visitor_numbers_local
ENGINE = Distributed('main', currentDatabase(), 'visitor_numbers_local', visitor_id)
;

-- A row for each session and local day on which it has an event. The facts of the session stand on its first day.
CREATE TABLE IF NOT EXISTS session_days_local ON CLUSTER 'main' (
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
ENGINE = ReplicatedMergeTree
PARTITION BY toYear(day)
ORDER BY (website_id, day, visitor)
SETTINGS index_granularity = 1024, replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS session_days ON CLUSTER 'main' AS session_days_local
ENGINE = Distributed('main', currentDatabase(), 'session_days_local', rand())
;

-- Visitors, as their count `people` and as a set, and facts of a local day or month, by the values of a grouping. The
-- grouping `new` has the visitors who came for the first time. Values of like size lie together: the largest ones, which a
-- list begins with, are read without the many small ones.
CREATE TABLE IF NOT EXISTS rollups_local ON CLUSTER 'main' (
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
ENGINE = ReplicatedMergeTree
PARTITION BY toYear(start)
ORDER BY (website_id, grouping, unit, toStartOfMonth(start), toUInt8(log2(people + 1)), key, start)
SETTINGS index_granularity = 128, replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS rollups ON CLUSTER 'main' AS rollups_local
ENGINE = Distributed('main', currentDatabase(), 'rollups_local', rand())
;

-- Visitors and pageviews of each local hour, by its first instant.
CREATE TABLE IF NOT EXISTS hours_local ON CLUSTER 'main' (
  website_id UUID,
  start DateTime('UTC'),
  visitors UInt32 CODEC(ZSTD(1)),
  pageviews UInt32 CODEC(ZSTD(1))
)
ENGINE = ReplicatedMergeTree
ORDER BY (website_id, start)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS hours ON CLUSTER 'main' AS hours_local
ENGINE = Distributed('main', currentDatabase(), 'hours_local', rand())
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[4,"0004_rollups.sql","afa2c8342415ca6fa63d28af5aafea0d923d38acf96a004d3028f81dde47e6df"]
;

-- Visitors of a local day or month, as their count `people` and as a set, those of them who came for the first time, and
-- facts. Few rows, in small granules: what all questions read first is read alone.
CREATE TABLE IF NOT EXISTS totals_local ON CLUSTER 'main' (
  website_id UUID,
  unit Enum8('day' = 1, 'month' = 2),
  start Date,
  people UInt32 CODEC(ZSTD(1)),
  visitors AggregateFunction(groupBitmap, UInt32) CODEC(ZSTD(1)),
  newcomers AggregateFunction(groupBitmap, UInt32) CODEC(ZSTD(1)),
  pageviews UInt64 CODEC(ZSTD(1)),
  sessions UInt32 CODEC(ZSTD(1)),
  bounces Int64 CODEC(ZSTD(1)),
  duration UInt64 CODEC(ZSTD(1))
)
ENGINE = ReplicatedMergeTree
PARTITION BY toYear(start)
ORDER BY (website_id, unit, start)
SETTINGS index_granularity = 8, replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS totals ON CLUSTER 'main' AS totals_local
ENGINE = Distributed('main', currentDatabase(), 'totals_local', rand())
;

-- Lists look for their largest keys by this: it is read and grouped in less than half the time.
ALTER TABLE rollups_local ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS key_hash UInt64 DEFAULT cityHash64(key) AFTER key
;

-- The table in front; without a cluster the same one, which has the column then.
ALTER TABLE rollups ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS key_hash UInt64 DEFAULT cityHash64(key) AFTER key
;

-- No record is right any more: all is made again, with these. `rollups` has no groupings `all` and `new` from now on.
INSERT INTO arrivals (website_id, hour, rows) SELECT website_id, min(hour), 1 FROM arrivals GROUP BY website_id
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[5,"0005_totals.sql","5ebbc0686a43961b9dd15a3f56c8fd5afc6018585e52c75384408929138c3174"]
;

-- Under load a part comes each second, and merging parts column by column costs more than inserting them did. Parts are
-- merged ten and more at a time, and whole rows at once as long as they are small.
ALTER TABLE events_local ON CLUSTER 'main'
MODIFY SETTING merge_selector_base = 10, vertical_merge_algorithm_min_rows_to_activate = 1000000
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[6,"0006_merges.sql","2fc2f1fa76295c1a89c665e6332977866bd49598789e0ad3ebca3a368a1654fc"]
;

-- A website's pages, numbered month by month, the most frequent first: numbers are read in a quarter of the time of paths.
-- Before `since`, the first local day that was made with it, nothing knows the number.
CREATE TABLE IF NOT EXISTS page_numbers_local ON CLUSTER 'main' (
  website_id UUID,
  path String CODEC(ZSTD(1)),
  page UInt32,
  since Date CODEC(ZSTD(1))
)
ENGINE = ReplicatedReplacingMergeTree
ORDER BY (website_id, path)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS page_numbers ON CLUSTER 'main' AS page_numbers_local
ENGINE = Distributed('main', currentDatabase(), 'page_numbers_local', website_id)
;

-- The pages of a session on a day, by number, and the pageviews of each; the links by which it left, and their clicks.
ALTER TABLE session_days_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS pages Array(UInt32) CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS page_views Array(UInt32) CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS links Array(LowCardinality(String)) CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS clicks Array(UInt32) CODEC(ZSTD(1))
;

-- The table in front; without a cluster the same one, which has the columns then.
ALTER TABLE session_days ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS pages Array(UInt32),
  ADD COLUMN IF NOT EXISTS page_views Array(UInt32),
  ADD COLUMN IF NOT EXISTS links Array(LowCardinality(String)),
  ADD COLUMN IF NOT EXISTS clicks Array(UInt32)
;

-- No record is right any more: all is made again, with these. From now on `rollups` has the facts of the sessions of each
-- page, and the days of traits too.
INSERT INTO arrivals (website_id, hour, rows) SELECT website_id, min(hour), 1 FROM arrivals GROUP BY website_id
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[7,"0007_pages.sql","abe403e9a091d0e271cd49580f40a3d452471ad61d45f862b22133cd789ce6d6"]
;

-- In place of `session_days`: a row for each session and local day on which it has an event, with the pages it viewed, by
-- number. The facts of the session stand on its first day. A filtered list reads three or four columns of millions of rows:
-- those that choose and group are quick to unpack, and the website is one byte.
CREATE TABLE IF NOT EXISTS daily_sessions_local ON CLUSTER 'main' (
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
ENGINE = ReplicatedMergeTree
PARTITION BY toYear(day)
ORDER BY (website_id, day, visitor)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS daily_sessions ON CLUSTER 'main' AS daily_sessions_local
ENGINE = Distributed('main', currentDatabase(), 'daily_sessions_local', rand())
;

-- The clicks on links to other hosts by local day, link, page and the traits of the session: few rows beside its days.
CREATE TABLE IF NOT EXISTS exit_clicks_local ON CLUSTER 'main' (
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
ENGINE = ReplicatedMergeTree
PARTITION BY toYear(day)
ORDER BY (website_id, day)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS exit_clicks ON CLUSTER 'main' AS exit_clicks_local
ENGINE = Distributed('main', currentDatabase(), 'exit_clicks_local', rand())
;

-- No record is right any more: all is made again, with these.
INSERT INTO arrivals (website_id, hour, rows) SELECT website_id, min(hour), 1 FROM arrivals GROUP BY website_id
;

-- It stays, empty: a process that starts at the same time may be about to alter it.
TRUNCATE TABLE session_days_local ON CLUSTER 'main'
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[8,"0008_daily_sessions.sql","374468830b305030e1802d6a56b02110912cb6cb462693790dafac890c0c642a"]
;

-- In place of `rollups` and `totals`, which had sets of visitors: numbers that add up. A row has the days of a whole month
-- with a key or, until that is over, of a part of it.
--
-- `came` counts the visitors of each day by the last day before on which they had come with the key; 1970-01-01 stands for
-- none. Whoever came on a day of [A, B), and last before A, comes for the first time in that range: its visitors are the
-- sum of these, and nobody is counted twice. `returning` are those of them who had been on the website before. Where that
-- was without the key they stand in rows of the kind `late`, as those who last came on their very first day; so lists need
-- not read them. Facts of sessions are those of the day, and stand beside no last day. For sessions that went to a page it is
-- the day on which they first did; `carried` takes off, of a range that begins with a day, those that had begun before it.
CREATE TABLE IF NOT EXISTS daily_visitors_local ON CLUSTER 'main' (
  website_id LowCardinality(UUID),
  grouping LowCardinality(String),
  kind Enum8('came' = 1, 'late' = 2, 'carried' = 3),
  unit Enum8('part' = 1, 'month' = 2),
  start Date,
  key Array(String) CODEC(LZ4),
  `came.day` Array(Date) CODEC(LZ4),
  `came.last` Array(Date) CODEC(LZ4),
  `came.visitors` Array(UInt32) CODEC(LZ4),
  `came.returning` Array(UInt32) CODEC(ZSTD(1)),
  `came.pageviews` Array(UInt32) CODEC(LZ4),
  `came.sessions` Array(Int32) CODEC(ZSTD(1)),
  `came.bounces` Array(Int32) CODEC(ZSTD(1)),
  `came.duration` Array(Int64) CODEC(ZSTD(1))
)
ENGINE = ReplicatedMergeTree
PARTITION BY toYear(start)
ORDER BY (website_id, grouping, kind, unit, start, key)
-- Each part takes a question a millisecond. When nothing has come for a minute, those of a year become one.
SETTINGS index_granularity = 128, min_age_to_force_merge_seconds = 60, min_age_to_force_merge_on_partition_only = 1,
  replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS daily_visitors ON CLUSTER 'main' AS daily_visitors_local
ENGINE = Distributed('main', currentDatabase(), 'daily_visitors_local', rand())
;

-- The visitor's first day on the website; the entry page by its number; and in one column each, which is quicker to group
-- by, what names a campaign and what names a city (a country has two letters).
ALTER TABLE daily_sessions_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS since Date CODEC(Delta, LZ4) AFTER visitor,
  ADD COLUMN IF NOT EXISTS entry_page UInt32 AFTER entry_path,
  ADD COLUMN IF NOT EXISTS tracking LowCardinality(String) MATERIALIZED concat(
    encodeURLComponent(utm_source), '&', encodeURLComponent(utm_medium), '&', encodeURLComponent(utm_campaign), '&',
    encodeURLComponent(ref)
  ) AFTER campaign,
  ADD COLUMN IF NOT EXISTS place LowCardinality(String) MATERIALIZED concat(country, city) AFTER city
;

-- The table in front; without a cluster the same one, which has the columns then.
ALTER TABLE daily_sessions ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS since Date AFTER visitor,
  ADD COLUMN IF NOT EXISTS entry_page UInt32 AFTER entry_path,
  ADD COLUMN IF NOT EXISTS tracking LowCardinality(String) MATERIALIZED concat(
    encodeURLComponent(utm_source), '&', encodeURLComponent(utm_medium), '&', encodeURLComponent(utm_campaign), '&',
    encodeURLComponent(ref)
  ) AFTER campaign,
  ADD COLUMN IF NOT EXISTS place LowCardinality(String) MATERIALIZED concat(country, city) AFTER city
;

-- No record is right any more: all is made again, with these.
INSERT INTO arrivals (website_id, hour, rows) SELECT website_id, min(hour), 1 FROM arrivals GROUP BY website_id
;

-- They stay, empty: a process that starts at the same time may be about to alter them.
TRUNCATE TABLE rollups_local ON CLUSTER 'main'
;

TRUNCATE TABLE totals_local ON CLUSTER 'main'
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[9,"0009_daily_visitors.sql","22e628d23ef7e21289d521f8c1c1c7533b8c19aea92e2ed742dcefc71618c855"]
;

-- Visitors of what is newer than settled days are found on these by their ids: to look up their numbers first takes longer
-- than all of 30 days.
ALTER TABLE daily_sessions_local ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS visitor_id UInt64 AFTER visitor
;

-- The table in front; without a cluster the same one, which has the column then.
ALTER TABLE daily_sessions ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS visitor_id UInt64 AFTER visitor
;

-- No record is right any more: all is made again, with these.
INSERT INTO arrivals (website_id, hour, rows) SELECT website_id, min(hour), 1 FROM arrivals GROUP BY website_id
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[10,"0010_visitor_ids.sql","cb4dca115f804051d9f6b7d87276be82870a06060737e69be8ae9b2d21be6913"]
;

-- In place of `hours`: visitors and pageviews of each local hour, by its first instant, not only of everybody but of each value
-- that a filter chooses by. Who came twice in an hour counts once in it, and nobody adds hours up.
CREATE TABLE IF NOT EXISTS hourly_visitors_local ON CLUSTER 'main' (
  website_id LowCardinality(UUID),
  grouping LowCardinality(String),
  key Array(String) CODEC(ZSTD(1)),
  start DateTime('UTC') CODEC(Delta, ZSTD(1)),
  visitors UInt32 CODEC(ZSTD(1)),
  pageviews UInt32 CODEC(ZSTD(1))
)
ENGINE = ReplicatedMergeTree
PARTITION BY toYear(start)
ORDER BY (website_id, grouping, key, start)
-- A year becomes one part when nothing has come for a minute, as in `daily_visitors`.
SETTINGS index_granularity = 1024, min_age_to_force_merge_seconds = 60, min_age_to_force_merge_on_partition_only = 1,
  replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS hourly_visitors ON CLUSTER 'main' AS hourly_visitors_local
ENGINE = Distributed('main', currentDatabase(), 'hourly_visitors_local', rand())
;

-- No record is right any more: all is made again, with these.
INSERT INTO arrivals (website_id, hour, rows) SELECT website_id, min(hour), 1 FROM arrivals GROUP BY website_id
;

-- It stays, empty: a process that starts at the same time may be about to alter it.
TRUNCATE TABLE hours_local ON CLUSTER 'main'
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[11,"0011_hourly_visitors.sql","f7809b657dfa5ac6deeca8c970495e452f92b93a4ea327f9414c94757e267d76"]
;

-- The events of an import wait in a file: only who came when stands here. `rank` is of the key, and 0.
ALTER TABLE import_lines_local ON CLUSTER 'main' DROP COLUMN IF EXISTS event, DROP COLUMN IF EXISTS line
;

-- On a cluster the table in front has columns of its own; elsewhere it is the same table.
ALTER TABLE import_lines ON CLUSTER 'main' DROP COLUMN IF EXISTS event, DROP COLUMN IF EXISTS line
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[12,"0012_import_lines.sql","a072d3a4333a8184f10cca55a9b2a779dc48eeac2300cfca2c9c253fd9d37af6"]
;

-- A row for each settled local day, of everybody: what `main` and the chart by day ask for most. `returning` counts those of
-- the day who had come before, by how long they had been away: its n-th number is of those who were there on none of the
-- n - 1 days before. So the visitors of a range that begins n - 1 days before this day, and who come in it for the first time
-- now, are its `newcomers` and these. `facts` are `newcomers`, `pageviews`, `sessions`, `bounces` and `duration`, in one column:
-- each sum of its own takes the engine half a millisecond to understand.
CREATE TABLE IF NOT EXISTS daily_totals_local ON CLUSTER 'main' (
  website_id LowCardinality(UUID),
  day Date,
  returning Array(UInt32) CODEC(LZ4),
  facts Array(Int64) CODEC(LZ4)
)
ENGINE = ReplicatedMergeTree
ORDER BY (website_id, day)
-- One part when nothing has come for a minute, as in `daily_visitors`.
SETTINGS index_granularity = 1024, min_age_to_force_merge_seconds = 60, min_age_to_force_merge_on_partition_only = 1,
  replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS daily_totals ON CLUSTER 'main' AS daily_totals_local
ENGINE = Distributed('main', currentDatabase(), 'daily_totals_local', rand())
;

-- No record is right any more: all is made again, with these.
INSERT INTO arrivals (website_id, hour, rows) SELECT website_id, min(hour), 1 FROM arrivals GROUP BY website_id
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[13,"0013_daily_totals.sql","daa5d6b01e787077ac5ffadc6b949f2a5d8802c198311b8acd72ed87b8e9d538"]
;

-- Most visitors come from one place, with one client and in one language: who comes so for the first time in a range counts
-- in every list that is chosen and grouped by these, and no set of visitors is needed. `last` is the last day before on which
-- the visitor came alike, 1970-01-01 for none, and the same day for another session of it; `last_by_channel` the same by the
-- same channel too, and `page_lasts` to each of the `pages`. A row `varies` when its visitor has come before, but never alike.
ALTER TABLE daily_sessions_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS last Date CODEC(Delta, LZ4) AFTER since,
  ADD COLUMN IF NOT EXISTS last_by_channel Date CODEC(Delta, LZ4) AFTER last,
  ADD COLUMN IF NOT EXISTS varies UInt8 AFTER last_by_channel,
  ADD COLUMN IF NOT EXISTS page_lasts Array(Date) CODEC(LZ4)
;

-- The table in front; without a cluster the same one, which has the columns then.
ALTER TABLE daily_sessions ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS last Date AFTER since,
  ADD COLUMN IF NOT EXISTS last_by_channel Date AFTER last,
  ADD COLUMN IF NOT EXISTS varies UInt8 AFTER last_by_channel,
  ADD COLUMN IF NOT EXISTS page_lasts Array(Date)
;

-- The visitors of rows that vary, by number, and the first such day: few, whom lists count as a set.
CREATE TABLE IF NOT EXISTS varying_visitors_local ON CLUSTER 'main' (
  website_id LowCardinality(UUID),
  visitor UInt32,
  since Date
)
ENGINE = ReplicatedMergeTree
ORDER BY (website_id, visitor)
-- One part when nothing has come for a minute, as in `daily_visitors`.
SETTINGS index_granularity = 1024, min_age_to_force_merge_seconds = 60, min_age_to_force_merge_on_partition_only = 1,
  replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS varying_visitors ON CLUSTER 'main' AS varying_visitors_local
ENGINE = Distributed('main', currentDatabase(), 'varying_visitors_local', rand())
;

-- No record is right any more: all is made again, with these.
INSERT INTO arrivals (website_id, hour, rows) SELECT website_id, min(hour), 1 FROM arrivals GROUP BY website_id
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[14,"0014_alike.sql","3dd028424aa90188d156169f005d5bb8668bc03499c43d92b2dcedd499107509"]
;

-- Cities alone are counted by visitors who come alike: sets are as quick for pages and campaigns, and to carry the pages of
-- all earlier visits along with each one took memory that grew with their square.
ALTER TABLE daily_sessions ON CLUSTER 'main' DROP COLUMN IF EXISTS page_lasts
;

-- The table behind it; without a cluster the same one, which does not have the column any more.
ALTER TABLE daily_sessions_local ON CLUSTER 'main' DROP COLUMN IF EXISTS page_lasts
;

-- What is `carried` in `daily_visitors` stands on the day on which a session came to the page now, and its `last` is the first day
-- of the ranges that leave it out. No record is right any more: all is made again.
INSERT INTO arrivals (website_id, hour, rows)
SELECT website_id, min(hour), 1 FROM arrivals GROUP BY website_id
SETTINGS insert_deduplicate = 0
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[15,"0015_alike_cities.sql","4a37298df2ca529751ef2603a1e53441975b373a031992eddca1ccf5c9b815ca"]
;

-- A row for each settled local day and value that a single filter can choose: what `main` and the chart by day ask for with one.
-- `lasts` are days in their order, and each number counts up to its own: the n-th of `visitors` is of those of the day who had
-- last come with the value on one of the first n (1970-01-01: never), the n-th of `returning` of those who had not come with it
-- since then, and before on the website. So with n for the days before a range begins, they are those who come in it with the
-- value for the first time. `facts` are `pageviews`, `sessions`, `bounces` and `duration`: each sum of its own takes the engine
-- half a millisecond to understand. Those of sessions that a page chooses stand on the day on which they came to it first; a
-- row with `only_from` takes off, of ranges that begin with that day, what had begun before it.
CREATE TABLE IF NOT EXISTS daily_values_local ON CLUSTER 'main' (
  website_id LowCardinality(UUID),
  grouping LowCardinality(String),
  value String CODEC(LZ4),
  day Date CODEC(Delta, LZ4),
  only_from Date CODEC(LZ4),
  lasts Array(Date) CODEC(LZ4),
  visitors Array(UInt32) CODEC(LZ4),
  returning Array(UInt32) CODEC(LZ4),
  facts Array(Int64) CODEC(ZSTD(1))
)
ENGINE = ReplicatedMergeTree
PARTITION BY toYear(day)
ORDER BY (website_id, grouping, value, day)
-- A year becomes one part when nothing has come for a minute, as in `daily_visitors`.
SETTINGS index_granularity = 1024, min_age_to_force_merge_seconds = 60, min_age_to_force_merge_on_partition_only = 1,
  replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS daily_values ON CLUSTER 'main' AS daily_values_local
ENGINE = Distributed('main', currentDatabase(), 'daily_values_local', rand())
;

-- `daily_visitors` answers for lists alone now: rows are of the kind `came`, and have visitors and, of pages, pageviews.
ALTER TABLE daily_visitors ON CLUSTER 'main'
  DROP COLUMN IF EXISTS `came.returning`, DROP COLUMN IF EXISTS `came.sessions`, DROP COLUMN IF EXISTS `came.bounces`,
  DROP COLUMN IF EXISTS `came.duration`
;

-- The table behind it; without a cluster the same one, which does not have the columns any more.
ALTER TABLE daily_visitors_local ON CLUSTER 'main'
  DROP COLUMN IF EXISTS `came.returning`, DROP COLUMN IF EXISTS `came.sessions`, DROP COLUMN IF EXISTS `came.bounces`,
  DROP COLUMN IF EXISTS `came.duration`
;

-- No record is right any more: all is made again.
INSERT INTO arrivals (website_id, hour, rows)
SELECT website_id, min(hour), 1 FROM arrivals GROUP BY website_id
SETTINGS insert_deduplicate = 0
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[16,"0016_daily_values.sql","b0fd1eac5a51beecb4c8222270fa1cbac48c04e1b3dd5f25dda9081219abdc39"]
;

-- Visitors who come alike are known by their rows alone, and need no table. `changed` is 0 as long as a visitor comes as the
-- first time: from the same place, with the same client and language. From the first other visit on it is 64, and a bit for each
-- trait in which the visit differs from the first one: country 1, city 2, browser 4, os 8, device 16, language 32. `last` is
-- the last day before on which the visitor had come while nothing had changed, 1970-01-01 for none, and the same day for
-- another session of it; `last_by_channel` the same by the row's channel.
ALTER TABLE daily_sessions_local ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS changed UInt8 AFTER last_by_channel
;

-- The table in front; without a cluster the same one, which has the column then.
ALTER TABLE daily_sessions ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS changed UInt8 AFTER last_by_channel
;

ALTER TABLE daily_sessions ON CLUSTER 'main' DROP COLUMN IF EXISTS varies
;

ALTER TABLE daily_sessions_local ON CLUSTER 'main' DROP COLUMN IF EXISTS varies
;

-- A year becomes one part when nothing has come for a minute, as in `daily_visitors`.
ALTER TABLE daily_sessions_local ON CLUSTER 'main'
MODIFY SETTING min_age_to_force_merge_seconds = 60, min_age_to_force_merge_on_partition_only = 1
;

ALTER TABLE exit_clicks_local ON CLUSTER 'main'
MODIFY SETTING min_age_to_force_merge_seconds = 60, min_age_to_force_merge_on_partition_only = 1
;

-- No record is right any more: all is made again.
INSERT INTO arrivals (website_id, hour, rows)
SELECT website_id, min(hour), 1 FROM arrivals GROUP BY website_id
SETTINGS insert_deduplicate = 0
;

-- It stays, empty: a process that starts at the same time may be about to alter it.
TRUNCATE TABLE varying_visitors_local ON CLUSTER 'main'
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[17,"0017_changed.sql","4c27aee740330b83316a93c4da7e94f8ecf0af4da8f9f4974419053d7acefb3a"]
;

-- `daily_visitors` has keys of two traits together too, one of which a filter chooses by: `browser+country`, `channel+cities` and the
-- like. `changed` of session days is 1 from the first visit on that differs from the visitor's first: nobody asks in what.
--
-- No record is right any more: all is made again.
INSERT INTO arrivals (website_id, hour, rows)
SELECT website_id, min(hour), 1 FROM arrivals GROUP BY website_id
SETTINGS insert_deduplicate = 0
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[18,"0018_pairs.sql","0387e4b8b978b3b0be504f24a9c3a9565051112481b28b14871571789af12663"]
