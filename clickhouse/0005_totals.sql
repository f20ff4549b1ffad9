-- Visitors of a local day or month, as their count `people` and as a set, those of them who came for the first time, and
-- facts. Few rows, in small granules: what all questions read first is read alone.
CREATE TABLE IF NOT EXISTS totals{{local}} {{on_cluster}} (
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
ENGINE = {{engine:MergeTree}}
PARTITION BY toYear(start)
ORDER BY (website_id, unit, start)
SETTINGS index_granularity = 8, {{durable}}
----
{{distributed:totals:rand()}}
----
-- Lists look for their largest keys by this: it is read and grouped in less than half the time.
ALTER TABLE rollups{{local}} {{on_cluster}} ADD COLUMN IF NOT EXISTS key_hash UInt64 DEFAULT cityHash64(key) AFTER key
----
-- The table in front; without a cluster the same one, which has the column then.
ALTER TABLE rollups {{on_cluster}} ADD COLUMN IF NOT EXISTS key_hash UInt64 DEFAULT cityHash64(key) AFTER key
----
-- No record is right any more: all is made again, with these. `rollups` has no groupings `all` and `new` from now on.
INSERT INTO arrivals (website_id, hour, rows) SELECT website_id, min(hour), 1 FROM arrivals GROUP BY website_id
