-- Visitors by day are counted again, in a table that is read twice as quickly: its days are numbers, and its values one text.
-- Pages, custom events and quarters of an hour are counted too. No process counts before this is done.
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
  -- and `%09`. A quarter is its number since 1970-01-01 UTC, with seven digits.
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
ORDER BY (website_id, generation, dimension, intDiv(day, 30), value, day, previous_day, first_day)
SETTINGS index_granularity = 1024, {{durable}}
----
{{distributed:daily_visitors:cityHash64(website_id, dimension)}}
----
-- The pages of a session, and its custom events, as hashes: each with how many quarters of an hour after the session's first one
-- it was there last.
ALTER TABLE sessions{{local}} {{on_cluster}} ADD COLUMN IF NOT EXISTS pages SimpleAggregateFunction(maxMap, Tuple(Array(UInt32), Array(UInt16)))
----
ALTER TABLE sessions {{on_cluster}} ADD COLUMN IF NOT EXISTS pages SimpleAggregateFunction(maxMap, Tuple(Array(UInt32), Array(UInt16)))
----
ALTER TABLE sessions_from_events {{on_cluster}} MODIFY QUERY SELECT
  website_id, visitor_id, session_start, import_id,
  max(time) AS last_event,
  maxMap(
    if(type = 'custom', [CRC32(path), CRC32(concat('event ', name))], [CRC32(path)]),
    arrayWithConstant(
      if(type = 'custom', 2, 1),
      toUInt16(greatest(0, intDiv(toUnixTimestamp64Milli(time), 900000) - intDiv(toUnixTimestamp64Milli(stored.session_start), 900000)))
    )
  ) AS pages,
  any(stored.entry_path) AS entry_path,
  any(stored.referrer) AS referrer,
  any(stored.channel) AS channel,
  any(stored.utm_source) AS utm_source,
  any(stored.utm_medium) AS utm_medium,
  any(stored.utm_campaign) AS utm_campaign,
  any(stored.ref) AS ref,
  any(stored.country) AS country,
  any(stored.city) AS city,
  any(stored.browser) AS browser,
  any(stored.os) AS os,
  any(stored.device) AS device,
  any(stored.language) AS language
FROM events{{local}} AS stored
WHERE type != 'leave'
GROUP BY website_id, visitor_id, session_start, import_id
----
-- The stored sessions once more: of equal rows, all that is already there is the same.
INSERT INTO sessions (website_id, visitor_id, session_start, import_id, last_event, pages, entry_path, referrer, channel, utm_source, utm_medium, utm_campaign, ref, country, city, browser, os, device, language)
SELECT
  website_id, visitor_id, session_start, import_id,
  max(time) AS last_event,
  maxMap(
    if(type = 'custom', [CRC32(path), CRC32(concat('event ', name))], [CRC32(path)]),
    arrayWithConstant(
      if(type = 'custom', 2, 1),
      toUInt16(greatest(0, intDiv(toUnixTimestamp64Milli(time), 900000) - intDiv(toUnixTimestamp64Milli(stored.session_start), 900000)))
    )
  ) AS pages,
  any(stored.entry_path) AS entry_path,
  any(stored.referrer) AS referrer,
  any(stored.channel) AS channel,
  any(stored.utm_source) AS utm_source,
  any(stored.utm_medium) AS utm_medium,
  any(stored.utm_campaign) AS utm_campaign,
  any(stored.ref) AS ref,
  any(stored.country) AS country,
  any(stored.city) AS city,
  any(stored.browser) AS browser,
  any(stored.os) AS os,
  any(stored.device) AS device,
  any(stored.language) AS language
FROM events AS stored
WHERE type != 'leave'
GROUP BY website_id, visitor_id, session_start, import_id
