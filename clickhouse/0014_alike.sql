-- Most visitors come from one place, with one client and in one language: who comes so for the first time in a range counts
-- in every list that is chosen and grouped by these, and no set of visitors is needed. `last` is the last day before on which
-- the visitor came alike, 1970-01-01 for none, and the same day for another session of it; `last_by_channel` the same by the
-- same channel too, and `page_lasts` to each of the `pages`. A row `varies` when its visitor has come before, but never alike.
ALTER TABLE daily_sessions{{local}} {{on_cluster}}
  ADD COLUMN IF NOT EXISTS last Date CODEC(Delta, LZ4) AFTER since,
  ADD COLUMN IF NOT EXISTS last_by_channel Date CODEC(Delta, LZ4) AFTER last,
  ADD COLUMN IF NOT EXISTS varies UInt8 AFTER last_by_channel,
  ADD COLUMN IF NOT EXISTS page_lasts Array(Date) CODEC(LZ4)
----
-- The table in front; without a cluster the same one, which has the columns then.
ALTER TABLE daily_sessions {{on_cluster}}
  ADD COLUMN IF NOT EXISTS last Date AFTER since,
  ADD COLUMN IF NOT EXISTS last_by_channel Date AFTER last,
  ADD COLUMN IF NOT EXISTS varies UInt8 AFTER last_by_channel,
  ADD COLUMN IF NOT EXISTS page_lasts Array(Date)
----
-- The visitors of rows that vary, by number, and the first such day: few, whom lists count as a set.
CREATE TABLE IF NOT EXISTS varying_visitors{{local}} {{on_cluster}} (
  website_id LowCardinality(UUID),
  visitor UInt32,
  since Date
)
ENGINE = {{engine:MergeTree}}
ORDER BY (website_id, visitor)
-- One part when nothing has come for a minute, as in `daily_visitors`.
SETTINGS index_granularity = 1024, min_age_to_force_merge_seconds = 60, min_age_to_force_merge_on_partition_only = 1,
  {{durable}}
----
{{distributed:varying_visitors:rand()}}
----
-- No record is right any more: all is made again, with these.
INSERT INTO arrivals (website_id, hour, rows) SELECT website_id, min(hour), 1 FROM arrivals GROUP BY website_id
