-- In place of `rollups` and `totals`, which had sets of visitors: numbers that add up. A row has the days of a whole month
-- with a key or, until that is over, of a part of it.
--
-- `came` counts the visitors of each day by the last day before on which they had come with the key; 1970-01-01 stands for
-- none. Whoever came on a day of [A, B), and last before A, comes for the first time in that range: its visitors are the
-- sum of these, and nobody is counted twice. `returning` are those of them who had been on the website before. Where that
-- was without the key they stand in rows of the kind `late`, as those who last came on their very first day; so lists need
-- not read them. Facts of sessions are those of the day, and stand beside no last day. For sessions that went to a page it is
-- the day on which they first did; `carried` takes off, of a range that begins with a day, those that had begun before it.
CREATE TABLE IF NOT EXISTS daily_visitors{{local}} {{on_cluster}} (
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
ENGINE = {{engine:MergeTree}}
PARTITION BY toYear(start)
ORDER BY (website_id, grouping, kind, unit, start, key)
-- Each part takes a question a millisecond. When nothing has come for a minute, those of a year become one.
SETTINGS index_granularity = 128, min_age_to_force_merge_seconds = 60, min_age_to_force_merge_on_partition_only = 1,
  {{durable}}
----
{{distributed:daily_visitors:rand()}}
----
-- The visitor's first day on the website; the entry page by its number; and in one column each, which is quicker to group
-- by, what names a campaign and what names a city (a country has two letters).
ALTER TABLE daily_sessions{{local}} {{on_cluster}}
  ADD COLUMN IF NOT EXISTS since Date CODEC(Delta, LZ4) AFTER visitor,
  ADD COLUMN IF NOT EXISTS entry_page UInt32 AFTER entry_path,
  ADD COLUMN IF NOT EXISTS tracking LowCardinality(String) MATERIALIZED concat(
    encodeURLComponent(utm_source), '&', encodeURLComponent(utm_medium), '&', encodeURLComponent(utm_campaign), '&',
    encodeURLComponent(ref)
  ) AFTER campaign,
  ADD COLUMN IF NOT EXISTS place LowCardinality(String) MATERIALIZED concat(country, city) AFTER city
----
-- The table in front; without a cluster the same one, which has the columns then.
ALTER TABLE daily_sessions {{on_cluster}}
  ADD COLUMN IF NOT EXISTS since Date AFTER visitor,
  ADD COLUMN IF NOT EXISTS entry_page UInt32 AFTER entry_path,
  ADD COLUMN IF NOT EXISTS tracking LowCardinality(String) MATERIALIZED concat(
    encodeURLComponent(utm_source), '&', encodeURLComponent(utm_medium), '&', encodeURLComponent(utm_campaign), '&',
    encodeURLComponent(ref)
  ) AFTER campaign,
  ADD COLUMN IF NOT EXISTS place LowCardinality(String) MATERIALIZED concat(country, city) AFTER city
----
-- No record is right any more: all is made again, with these.
INSERT INTO arrivals (website_id, hour, rows) SELECT website_id, min(hour), 1 FROM arrivals GROUP BY website_id
----
-- They stay, empty: a process that starts at the same time may be about to alter them.
TRUNCATE TABLE rollups{{local}} {{on_cluster}}
----
TRUNCATE TABLE totals{{local}} {{on_cluster}}
