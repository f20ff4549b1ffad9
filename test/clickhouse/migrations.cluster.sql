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
-- what it adds to the facts of its session, so that a filtered statistic is one pass without a join. All other tables of
-- statistics can be rebuilt from this one.
CREATE TABLE IF NOT EXISTS events_local ON CLUSTER 'main' (
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
ENGINE = ReplicatedMergeTree
PARTITION BY toYYYYMM(time)
ORDER BY (website_id, toDate(time), visitor_id, time)
-- Under load a part comes each second, and merging parts column by column costs more than inserting them did. Parts are
-- merged ten and more at a time, and whole rows at once as long as they are small.
SETTINGS index_granularity = 1024, merge_selector_base = 10, vertical_merge_algorithm_min_rows_to_activate = 1000000,
  replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS events ON CLUSTER 'main' AS events_local
ENGINE = Distributed('main', currentDatabase(), 'events_local', visitor_id)
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[1,"0001_events.sql","1f1e85cf38f8c462f9f9a01a6a791feaa4c1a635bcc82da6b316275681d0e130"]
;

-- What statistics about the traits of sessions are answered from: one row per session and quarter of an hour, once parts
-- are merged; before, one per block too, which changes no sum. Days and full hours of every time zone begin on a quarter
-- of an hour, so no zone is stored. Numbers and times are stored by `T64`, which is read twice as quickly as `ZSTD`.
CREATE TABLE IF NOT EXISTS visits_local ON CLUSTER 'main' (
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
ENGINE = ReplicatedAggregatingMergeTree
PARTITION BY toYYYYMM(quarter)
ORDER BY (website_id, toDate(quarter), visitor_id, quarter, session_start, import_id, counted_in)
SETTINGS index_granularity = 1024, replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS visits ON CLUSTER 'main' AS visits_local
ENGINE = Distributed('main', currentDatabase(), 'visits_local', visitor_id)
;

CREATE MATERIALIZED VIEW IF NOT EXISTS visits_from_events ON CLUSTER 'main' TO visits_local AS
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
FROM events_local AS stored
GROUP BY website_id, quarter, visitor_id, session_start, import_id, counted_in
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[2,"0002_visits.sql","271285368e9d530c8a34d80b2c123bd3830561a1aefd1afd0ea819cf0eec7ed9"]
;

-- Every session by its visitor: whether a visitor has been here before, when last, and with which traits.
CREATE TABLE IF NOT EXISTS sessions_local ON CLUSTER 'main' (
  website_id UUID,
  visitor_id UInt64,
  session_start DateTime64(3, 'UTC') CODEC(T64),
  -- As in `events`: it keeps what an import made again apart from what it replaces.
  import_id UUID,
  -- The session's last event that counts, which is no leave.
  last_event SimpleAggregateFunction(max, DateTime64(3, 'UTC')) CODEC(T64),
  -- The session's traits.
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
ENGINE = ReplicatedAggregatingMergeTree
ORDER BY (website_id, visitor_id, session_start, import_id)
SETTINGS index_granularity = 1024, replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS sessions ON CLUSTER 'main' AS sessions_local
ENGINE = Distributed('main', currentDatabase(), 'sessions_local', visitor_id)
;

CREATE MATERIALIZED VIEW IF NOT EXISTS sessions_from_events ON CLUSTER 'main' TO sessions_local AS
SELECT
  website_id, visitor_id, session_start, import_id,
  max(time) AS last_event,
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
FROM events_local AS stored
WHERE type != 'leave'
GROUP BY website_id, visitor_id, session_start, import_id
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[3,"0003_sessions.sql","b30b774cc9ac9d3fc2f8cb7527df4a19b973c856ea0f8e76079a89f9b46b3eef"]
;

-- Visitors of each local day, by what they have in common, so that those of any days are a sum: each visitor of a range is
-- counted in it on the first day on which they come, which is the one whose previous day lies before the range.
CREATE TABLE IF NOT EXISTS daily_visitors_local ON CLUSTER 'main' (
  website_id UUID,
  -- Which count of the website the row belongs to: each has the days of one time zone. PostgreSQL says which is complete.
  generation UInt32,
  -- The columns whose values are counted, such as `country` or `city,country`; empty for all visitors.
  dimension LowCardinality(String),
  -- What stands in these columns.
  value Array(LowCardinality(String)) CODEC(ZSTD(1)),
  -- The instant at which the day begins.
  day DateTime('UTC') CODEC(Delta, ZSTD(1)),
  -- What was known of the visitors on that day: `again` if they had come with this value before, last on the previous day;
  -- `elsewhere` if they had come, but not with this value, first on the previous day; `new` if they had not come before.
  seen Enum8('again' = 1, 'elsewhere' = 2, 'new' = 3) CODEC(ZSTD(1)),
  previous_day DateTime('UTC') CODEC(ZSTD(1)),
  visitors UInt64 CODEC(ZSTD(1)),
  -- Of the day's events, and of the sessions that began on it, each counted whole; `duration` in milliseconds. They stand in the
  -- row that is `new` and has no previous day, whichever visitors they are of.
  pageviews UInt64 CODEC(ZSTD(1)),
  sessions UInt64 CODEC(ZSTD(1)),
  bounces Int64 CODEC(ZSTD(1)),
  duration UInt64 CODEC(ZSTD(1))
)
ENGINE = ReplicatedSummingMergeTree
PARTITION BY toYear(day)
ORDER BY (website_id, generation, dimension, toStartOfMonth(day), value, day, seen, previous_day)
SETTINGS index_granularity = 1024, replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS daily_visitors ON CLUSTER 'main' AS daily_visitors_local
ENGINE = Distributed('main', currentDatabase(), 'daily_visitors_local', cityHash64(website_id, dimension))
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[4,"0004_daily_visitors.sql","b5349933afcb37cba21c877232ec89568f276ff970c6bd734672acdba505f07c"]
;

-- Collected pageviews of an account by day of UTC. It outlives the account's websites, and knows nothing else of them.
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
[5,"0005_usage.sql","4f299fc59443b53cda6c38197e2db307929611a8e782bdda43dbca1cfce0ac94"]
;

-- Events that were not counted, by reason and quarter of an hour, so that a day of any time zone is whole.
CREATE TABLE IF NOT EXISTS drops_local ON CLUSTER 'main' (
  -- Zero where no website has the tracking key.
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
ENGINE = Distributed('main', currentDatabase(), 'drops_local', cityHash64(website_id))
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[6,"0006_drops.sql","776188d0592dd52dc5a9ba3893d31c00c1151b0c4ad7e2447d0488ba87ee55f0"]
;

-- Who came when, of an import whose events wait in a file until they are in order. Emptied when the import is done. It says
-- how the import is taken back or finished after a loss of power, so it is on disk before the rows that it has inserted.
CREATE TABLE IF NOT EXISTS import_lines_local ON CLUSTER 'main' (
  import_id UUID,
  visitor_id UInt64,
  time DateTime64(3, 'UTC')
)
ENGINE = ReplicatedMergeTree
PARTITION BY import_id
ORDER BY (visitor_id, time)
SETTINGS index_granularity = 1024, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS import_lines ON CLUSTER 'main' AS import_lines_local
ENGINE = Distributed('main', currentDatabase(), 'import_lines_local', visitor_id)
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[7,"0007_import_lines.sql","c04abb4592e5ec8645b0dc78d04b4e8d45f06a185d18d401b667e546db1b9e3e"]
;

-- The stored sessions that an import, or a deletion of events, makes again because it touches them. Emptied when it is done.
CREATE TABLE IF NOT EXISTS import_sessions_local ON CLUSTER 'main' (
  import_id UUID,
  visitor_id UInt64,
  session_start DateTime64(3, 'UTC')
)
ENGINE = ReplicatedMergeTree
PARTITION BY import_id
ORDER BY (visitor_id, session_start)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS import_sessions ON CLUSTER 'main' AS import_sessions_local
ENGINE = Distributed('main', currentDatabase(), 'import_sessions_local', visitor_id)
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[8,"0008_import_sessions.sql","cffbfdce353955e4a136bffbbf1f965102ce67c5f0b058b13232698d7ce7c4d9"]
;

-- What BI tools see of the websites, and what the views for them need to know. PostgreSQL has the websites themselves.
CREATE TABLE IF NOT EXISTS websites_local ON CLUSTER 'main' (
  website_id UUID,
  name String,
  domain String,
  -- IANA name.
  time_zone LowCardinality(String),
  -- The generation of `daily_visitors` that is complete; 0 where none is.
  generation UInt32,
  -- When the row was written: of several rows of one website, the latest is right.
  written DateTime64(3, 'UTC')
)
ENGINE = ReplicatedReplacingMergeTree(written)
ORDER BY website_id
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS websites ON CLUSTER 'main' AS websites_local
ENGINE = Distributed('main', currentDatabase(), 'websites_local', cityHash64(website_id))
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[9,"0009_websites.sql","fa8594ead77cf789a9114bd132a78fb8eb01afe858e91128993eb7109e932d85"]
;

-- Events that were deleted, for the day in which the deletion can be undone. No statistic, export or view reads them.
CREATE TABLE IF NOT EXISTS deleted_events_local ON CLUSTER 'main' (
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
ENGINE = ReplicatedMergeTree
PARTITION BY deletion_id
ORDER BY (visitor_id, time)
SETTINGS index_granularity = 1024, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS deleted_events ON CLUSTER 'main' AS deleted_events_local
ENGINE = Distributed('main', currentDatabase(), 'deleted_events_local', visitor_id)
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[10,"0010_deleted_events.sql","c29e13baf5fc068677630055f55e3e89ab93d34ad4076d90c56131b549a4aac1"]
;

-- Visitors by day are counted again, in a table that is read twice as quickly: its days are numbers, and its values one text.
-- Pages, custom events and quarters of an hour are counted too. No process counts before this is done.
DROP TABLE IF EXISTS daily_visitors ON CLUSTER 'main' SYNC
;

DROP TABLE IF EXISTS daily_visitors_local ON CLUSTER 'main' SYNC
;

-- Visitors of each local day, by what they have in common, so that those of any days are a sum: each visitor of a range is
-- counted in it on the first day on which they come, which is the one whose previous day lies before the range.
CREATE TABLE IF NOT EXISTS daily_visitors_local ON CLUSTER 'main' (
  website_id UUID,
  -- Which count of the website the row belongs to: each has the days of one time zone. PostgreSQL says which is complete.
  generation UInt32,
  -- The columns whose values are counted, such as `country`, `path` or `city,country`; empty for all visitors. `quarter`: the
  -- quarter of an hour in which the visitor's day began, or the event happened.
  dimension LowCardinality(String),
  -- What stands in these columns. Several values are joined by tabs, with the percent signs and tabs in them encoded as `%25`
  -- and `%09`. A quarter is its number since 1970-01-01 UTC, with seven digits.
  value LowCardinality(String) CODEC(ZSTD(1)),
  -- The number of the local day: 1 is 1970-01-01.
  day UInt16 CODEC(Delta, ZSTD(1)),
  -- The last day before on which the visitors came with this value; 0 where they had not.
  previous_day UInt16 CODEC(ZSTD(1)),
  -- Of visitors without a previous day, the first day on which they came to the website; 65,535 for all others, for those who had
  -- not come before, and for pages and events.
  first_day UInt16 CODEC(ZSTD(1)),
  visitors UInt32 CODEC(ZSTD(1)),
  -- Of the day's events, and of the sessions that began on it, each counted whole; `duration` in milliseconds. They stand in the
  -- row without previous and first day, whichever visitors they are of. Pages and custom events have no sessions.
  pageviews UInt32 CODEC(ZSTD(1)),
  events UInt32 CODEC(ZSTD(1)),
  sessions UInt32 CODEC(ZSTD(1)),
  bounces Int32 CODEC(ZSTD(1)),
  duration UInt64 CODEC(ZSTD(1))
)
ENGINE = ReplicatedSummingMergeTree
PARTITION BY intDiv(day, 365)
ORDER BY (website_id, generation, dimension, intDiv(day, 30), value, day, previous_day, first_day)
SETTINGS index_granularity = 1024, replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS daily_visitors ON CLUSTER 'main' AS daily_visitors_local
ENGINE = Distributed('main', currentDatabase(), 'daily_visitors_local', cityHash64(website_id, dimension))
;

-- The pages of a session, and its custom events, as hashes: each with how many quarters of an hour after the session's first one
-- it was there last.
ALTER TABLE sessions_local ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS pages SimpleAggregateFunction(maxMap, Tuple(Array(UInt32), Array(UInt16)))
;

ALTER TABLE sessions ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS pages SimpleAggregateFunction(maxMap, Tuple(Array(UInt32), Array(UInt16)))
;

ALTER TABLE sessions_from_events ON CLUSTER 'main' MODIFY QUERY SELECT
  website_id, visitor_id, session_start, import_id,
  max(time) AS last_event,
  maxMap(
    if(type = 'custom', [CRC32(path), CRC32(concat('event ', name))], [CRC32(path)]),
    arrayWithConstant(
      if(type = 'custom', 2, 1),
      toUInt16(greatest(0, intDiv(toUnixTimestamp64Milli(time), 900000) - intDiv(toUnixTimestamp64Milli(stored.session_start), 900000)))
    )
  ) AS pages,
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
FROM events_local AS stored
WHERE type != 'leave'
GROUP BY website_id, visitor_id, session_start, import_id
;

-- The stored sessions once more: of equal rows, all that is already there is the same.
INSERT INTO sessions (website_id, visitor_id, session_start, import_id, last_event, pages, entry_path, referrer, channel, utm_source, utm_medium, utm_campaign, ref, country, city, browser, os, device, language)
SELECT
  website_id, visitor_id, session_start, import_id,
  max(time) AS last_event,
  maxMap(
    if(type = 'custom', [CRC32(path), CRC32(concat('event ', name))], [CRC32(path)]),
    arrayWithConstant(
      if(type = 'custom', 2, 1),
      toUInt16(greatest(0, intDiv(toUnixTimestamp64Milli(time), 900000) - intDiv(toUnixTimestamp64Milli(stored.session_start), 900000)))
    )
  ) AS pages,
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
WHERE type != 'leave'
GROUP BY website_id, visitor_id, session_start, import_id
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[11,"0011_daily_visitors.sql","ef3b7a751aacb22d027b12e1cdaaedaf21da1a7e779dfe2885f55dd5fd9fead6"]
;

-- Visitors by day are counted again, in a table whose index knows the days: with the days in the primary key, the engine read all days
-- of a year. The value of a campaign is its link, by which its rows are in order. No process counts before this is done.
DROP TABLE IF EXISTS daily_visitors ON CLUSTER 'main' SYNC
;

DROP TABLE IF EXISTS daily_visitors_local ON CLUSTER 'main' SYNC
;

-- Visitors of each local day, by what they have in common, so that those of any days are a sum: each visitor of a range is
-- counted in it on the first day on which they come, which is the one whose previous day lies before the range.
CREATE TABLE IF NOT EXISTS daily_visitors_local ON CLUSTER 'main' (
  website_id UUID,
  -- Which count of the website the row belongs to: each has the days of one time zone. PostgreSQL says which is complete.
  generation UInt32,
  -- The columns whose values are counted, such as `country`, `path` or `city,country`; empty for all visitors. `quarter`: the
  -- quarter of an hour in which the visitor's day began, or the event happened.
  dimension LowCardinality(String),
  -- What stands in these columns. Several values are joined by tabs, with the percent signs and tabs in them encoded as `%25`
  -- and `%09`. `utm_source,utm_medium,utm_campaign,ref` is the campaign's link, such as `?utm_source=news`; empty without one. A
  -- quarter is its number since 1970-01-01 UTC, with seven digits.
  value LowCardinality(String) CODEC(ZSTD(1)),
  -- The number of the local day: 1 is 1970-01-01.
  day UInt16 CODEC(Delta, ZSTD(1)),
  -- The last day before on which the visitors came with this value; 0 where they had not.
  previous_day UInt16 CODEC(ZSTD(1)),
  -- Of visitors without a previous day, the first day on which they came to the website; 65,535 for all others, for those who had
  -- not come before, and for pages and events.
  first_day UInt16 CODEC(ZSTD(1)),
  visitors UInt32 CODEC(ZSTD(1)),
  -- Of the day's events, and of the sessions that began on it, each counted whole; `duration` in milliseconds. They stand in the
  -- row without previous and first day, whichever visitors they are of. Pages and custom events have no sessions.
  pageviews UInt32 CODEC(ZSTD(1)),
  events UInt32 CODEC(ZSTD(1)),
  sessions UInt32 CODEC(ZSTD(1)),
  bounces Int32 CODEC(ZSTD(1)),
  duration UInt64 CODEC(ZSTD(1))
)
ENGINE = ReplicatedSummingMergeTree
PARTITION BY intDiv(day, 365)
-- Without `day`: conditions on it become conditions on the months before the values.
PRIMARY KEY (website_id, generation, dimension, intDiv(day, 30), value)
ORDER BY (website_id, generation, dimension, intDiv(day, 30), value, day, previous_day, first_day)
SETTINGS index_granularity = 1024, replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000, fsync_after_insert = 1, fsync_part_directory = 1
;

CREATE TABLE IF NOT EXISTS daily_visitors ON CLUSTER 'main' AS daily_visitors_local
ENGINE = Distributed('main', currentDatabase(), 'daily_visitors_local', cityHash64(website_id, dimension))
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[12,"0012_daily_visitors.sql","1aac24d8701dbb65256eddad4161d8e2e72c624cf9d784b4c7ca0cc0e4837f5f"]
;

-- Two more parameters of the session's link. Stored rows are without them.
ALTER TABLE events_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS utm_content LowCardinality(String), ADD COLUMN IF NOT EXISTS utm_term LowCardinality(String)
;

ALTER TABLE events ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS utm_content LowCardinality(String), ADD COLUMN IF NOT EXISTS utm_term LowCardinality(String)
;

ALTER TABLE deleted_events_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS utm_content LowCardinality(String), ADD COLUMN IF NOT EXISTS utm_term LowCardinality(String)
;

ALTER TABLE deleted_events ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS utm_content LowCardinality(String), ADD COLUMN IF NOT EXISTS utm_term LowCardinality(String)
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[13,"0013_campaign_parameters.sql","ecb4e350df88b0dfbcd427518f62f97ff857aeb645fc244b3df3e60e65e92ca5"]
;

-- What reports say of the views of pages, and what custom events say of revenue. On a leave, facts that are additive over a view's
-- reports, so that a view is counted whole and once however often it was hidden: a statistic is one pass without a join.
ALTER TABLE events_local ON CLUSTER 'main'
  -- Milliseconds from the view to this report: the report counts at the time of its view.
  ADD COLUMN IF NOT EXISTS since_view UInt32 CODEC(ZSTD(1)),
  -- Seconds that this row adds to those its view was visible, which are at most 1,800; 1 on the first report of a view.
  ADD COLUMN IF NOT EXISTS page_seconds UInt16 CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS page_reports UInt8 CODEC(ZSTD(1)),
  -- The event's own depth, -1 without one; what this row adds to the furthest depth of its view; 1 on the first report with a depth.
  ADD COLUMN IF NOT EXISTS scroll Int8 DEFAULT -1 CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS scroll_depth UInt8 CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS scroll_reports UInt8 CODEC(ZSTD(1)),
  -- From the properties of a custom event with an amount and a currency; the currency is empty without.
  ADD COLUMN IF NOT EXISTS revenue Decimal(18, 6) CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS currency LowCardinality(String),
  ADD COLUMN IF NOT EXISTS order_id String CODEC(ZSTD(1))
;

ALTER TABLE events ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS since_view UInt32,
  ADD COLUMN IF NOT EXISTS page_seconds UInt16,
  ADD COLUMN IF NOT EXISTS page_reports UInt8,
  ADD COLUMN IF NOT EXISTS scroll Int8 DEFAULT -1,
  ADD COLUMN IF NOT EXISTS scroll_depth UInt8,
  ADD COLUMN IF NOT EXISTS scroll_reports UInt8,
  ADD COLUMN IF NOT EXISTS revenue Decimal(18, 6),
  ADD COLUMN IF NOT EXISTS currency LowCardinality(String),
  ADD COLUMN IF NOT EXISTS order_id String
;

ALTER TABLE deleted_events_local ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS scroll Int8 DEFAULT -1 CODEC(ZSTD(1))
;

ALTER TABLE deleted_events ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS scroll Int8 DEFAULT -1
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[14,"0014_reports.sql","9c739c57283e6eec66149f304bc78240e69ac2d2026ceafcce39a9868f56b650"]
;

-- The known name of a bot, of which there are few; empty for other drops. Stored rows are without it. A column that is added with
-- the sorting key needs no rewriting of parts.
ALTER TABLE drops_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS agent LowCardinality(String), MODIFY ORDER BY (website_id, time, reason, agent)
;

ALTER TABLE drops ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS agent LowCardinality(String)
;

INSERT INTO migrations (version, name, checksum) FORMAT JSONCompactEachRow
[15,"0015_drop_agents.sql","3bb7743a0dda70e13b014a8706ef68ee7e43727b17da1edd1e513d8b807479f7"]
