-- A website's pages, numbered month by month, the most frequent first: numbers are read in a quarter of the time of paths.
-- Before `since`, the first local day that was made with it, nothing knows the number.
CREATE TABLE IF NOT EXISTS page_numbers{{local}} {{on_cluster}} (
  website_id UUID,
  path String CODEC(ZSTD(1)),
  page UInt32,
  since Date CODEC(ZSTD(1))
)
ENGINE = {{engine:ReplacingMergeTree}}
ORDER BY (website_id, path)
SETTINGS {{durable}}
----
{{distributed:page_numbers:website_id}}
----
-- The pages of a session on a day, by number, and the pageviews of each; the links by which it left, and their clicks.
ALTER TABLE session_days{{local}} {{on_cluster}}
  ADD COLUMN IF NOT EXISTS pages Array(UInt32) CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS page_views Array(UInt32) CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS links Array(LowCardinality(String)) CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS clicks Array(UInt32) CODEC(ZSTD(1))
----
-- The table in front; without a cluster the same one, which has the columns then.
ALTER TABLE session_days {{on_cluster}}
  ADD COLUMN IF NOT EXISTS pages Array(UInt32),
  ADD COLUMN IF NOT EXISTS page_views Array(UInt32),
  ADD COLUMN IF NOT EXISTS links Array(LowCardinality(String)),
  ADD COLUMN IF NOT EXISTS clicks Array(UInt32)
----
-- No record is right any more: all is made again, with these. From now on `rollups` has the facts of the sessions of each
-- page, and the days of traits too.
INSERT INTO arrivals (website_id, hour, rows) SELECT website_id, min(hour), 1 FROM arrivals GROUP BY website_id
