-- What BI tools see of the websites, and what the views for them need to know. PostgreSQL has the websites themselves.
CREATE TABLE IF NOT EXISTS websites{{local}} {{on_cluster}} (
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
ENGINE = {{engine:ReplacingMergeTree}}(written)
ORDER BY website_id
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1
----
{{distributed:websites:cityHash64(website_id)}}
