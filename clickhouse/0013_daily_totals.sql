-- A row for each settled local day, of everybody: what `main` and the chart by day ask for most. `returning` counts those of
-- the day who had come before, by how long they had been away: its n-th number is of those who were there on none of the
-- n - 1 days before. So the visitors of a range that begins n - 1 days before this day, and who come in it for the first time
-- now, are its `newcomers` and these. `facts` are `newcomers`, `pageviews`, `sessions`, `bounces` and `duration`, in one column:
-- each sum of its own takes the engine half a millisecond to understand.
CREATE TABLE IF NOT EXISTS daily_totals{{local}} {{on_cluster}} (
  website_id LowCardinality(UUID),
  day Date,
  returning Array(UInt32) CODEC(LZ4),
  facts Array(Int64) CODEC(LZ4)
)
ENGINE = {{engine:MergeTree}}
ORDER BY (website_id, day)
-- One part when nothing has come for a minute, as in `daily_visitors`.
SETTINGS index_granularity = 1024, min_age_to_force_merge_seconds = 60, min_age_to_force_merge_on_partition_only = 1,
  {{durable}}
----
{{distributed:daily_totals:rand()}}
----
-- No record is right any more: all is made again, with these.
INSERT INTO arrivals (website_id, hour, rows) SELECT website_id, min(hour), 1 FROM arrivals GROUP BY website_id
