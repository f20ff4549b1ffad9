-- A row for each settled local day and value that a single filter can choose: what `main` and the chart by day ask for with one.
-- `lasts` are days in their order, and each number counts up to its own: the n-th of `visitors` is of those of the day who had
-- last come with the value on one of the first n (1970-01-01: never), the n-th of `returning` of those who had not come with it
-- since then, and before on the website. So with n for the days before a range begins, they are those who come in it with the
-- value for the first time. `facts` are `pageviews`, `sessions`, `bounces` and `duration`: each sum of its own takes the engine
-- half a millisecond to understand. Those of sessions that a page chooses stand on the day on which they came to it first; a
-- row with `only_from` takes off, of ranges that begin with that day, what had begun before it.
CREATE TABLE IF NOT EXISTS daily_values{{local}} {{on_cluster}} (
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
ENGINE = {{engine:MergeTree}}
PARTITION BY toYear(day)
ORDER BY (website_id, grouping, value, day)
-- A year becomes one part when nothing has come for a minute, as in `daily_visitors`.
SETTINGS index_granularity = 1024, min_age_to_force_merge_seconds = 60, min_age_to_force_merge_on_partition_only = 1,
  {{durable}}
----
{{distributed:daily_values:rand()}}
----
-- `daily_visitors` answers for lists alone now: rows are of the kind `came`, and have visitors and, of pages, pageviews.
ALTER TABLE daily_visitors {{on_cluster}}
  DROP COLUMN IF EXISTS `came.returning`, DROP COLUMN IF EXISTS `came.sessions`, DROP COLUMN IF EXISTS `came.bounces`,
  DROP COLUMN IF EXISTS `came.duration`
----
-- The table behind it; without a cluster the same one, which does not have the columns any more.
ALTER TABLE daily_visitors{{local}} {{on_cluster}}
  DROP COLUMN IF EXISTS `came.returning`, DROP COLUMN IF EXISTS `came.sessions`, DROP COLUMN IF EXISTS `came.bounces`,
  DROP COLUMN IF EXISTS `came.duration`
----
-- No record is right any more: all is made again.
INSERT INTO arrivals (website_id, hour, rows)
SELECT website_id, min(hour), 1 FROM arrivals GROUP BY website_id
SETTINGS insert_deduplicate = 0
