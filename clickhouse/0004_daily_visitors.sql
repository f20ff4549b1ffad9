-- Visitors of each local day, by what they have in common, so that those of any days are a sum: each visitor of a range is
-- counted in it on the first day on which they come, which is the one whose previous day lies before the range.
CREATE TABLE IF NOT EXISTS daily_visitors{{local}} {{on_cluster}} (
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
ENGINE = {{engine:SummingMergeTree}}
PARTITION BY toYear(day)
ORDER BY (website_id, generation, dimension, toStartOfMonth(day), value, day, seen, previous_day)
SETTINGS index_granularity = 1024, {{durable}}
----
{{distributed:daily_visitors:cityHash64(website_id, dimension)}}
