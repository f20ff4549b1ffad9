-- Events that were not counted, by reason and quarter of an hour, so that a day of any time zone is whole.
CREATE TABLE IF NOT EXISTS drops{{local}} {{on_cluster}} (
  -- Zero where no website has the tracking key.
  website_id UUID,
  time DateTime('UTC'),
  reason LowCardinality(String),
  events UInt64
)
ENGINE = {{engine:SummingMergeTree}}
ORDER BY (website_id, time, reason)
SETTINGS {{durable}}
----
{{distributed:drops:cityHash64(website_id)}}
