-- Visitors by day are counted again, in a table whose index knows the days: with the days in the primary key, the engine read all days
-- of a year. The value of a campaign is its link, by which its rows are in order. No process counts before this is done.
DROP TABLE IF EXISTS daily_visitors {{on_cluster}} SYNC
----
DROP TABLE IF EXISTS daily_visitors{{local}} {{on_cluster}} SYNC
----
-- Visitors of each local day, by what they have in common, so that those of any days are a sum: each visitor of a range is
-- counted in it on the first day on which they come, which is the one whose previous day lies before the range.
CREATE TABLE IF NOT EXISTS daily_visitors{{local}} {{on_cluster}} (
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
ENGINE = {{engine:SummingMergeTree}}
PARTITION BY intDiv(day, 365)
-- Without `day`: conditions on it become conditions on the months before the values.
PRIMARY KEY (website_id, generation, dimension, intDiv(day, 30), value)
ORDER BY (website_id, generation, dimension, intDiv(day, 30), value, day, previous_day, first_day)
SETTINGS index_granularity = 1024, {{durable}}
----
{{distributed:daily_visitors:cityHash64(website_id, dimension)}}
