-- In place of `hours`: visitors and pageviews of each local hour, by its first instant, not only of everybody but of each value
-- that a filter chooses by. Who came twice in an hour counts once in it, and nobody adds hours up.
CREATE TABLE IF NOT EXISTS hourly_visitors{{local}} {{on_cluster}} (
  website_id LowCardinality(UUID),
  grouping LowCardinality(String),
  key Array(String) CODEC(ZSTD(1)),
  start DateTime('UTC') CODEC(Delta, ZSTD(1)),
  visitors UInt32 CODEC(ZSTD(1)),
  pageviews UInt32 CODEC(ZSTD(1))
)
ENGINE = {{engine:MergeTree}}
PARTITION BY toYear(start)
ORDER BY (website_id, grouping, key, start)
-- A year becomes one part when nothing has come for a minute, as in `daily_visitors`.
SETTINGS index_granularity = 1024, min_age_to_force_merge_seconds = 60, min_age_to_force_merge_on_partition_only = 1,
  {{durable}}
----
{{distributed:hourly_visitors:rand()}}
----
-- No record is right any more: all is made again, with these.
INSERT INTO arrivals (website_id, hour, rows) SELECT website_id, min(hour), 1 FROM arrivals GROUP BY website_id
----
-- It stays, empty: a process that starts at the same time may be about to alter it.
TRUNCATE TABLE hours{{local}} {{on_cluster}}
