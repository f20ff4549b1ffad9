-- Events that were not counted, by reason. `website_id` is zero where the tracking key is nobody's. Quarters of an hour,
-- so that a day of any time zone is whole.
CREATE TABLE IF NOT EXISTS drops{{local}} {{on_cluster}} (
  website_id UUID,
  time DateTime('UTC'),
  reason LowCardinality(String),
  events UInt64
)
ENGINE = {{engine:SummingMergeTree}}
ORDER BY (website_id, time, reason)
SETTINGS {{durable}}
----
{{distributed:drops:website_id}}
