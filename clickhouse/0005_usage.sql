-- Collected pageviews of an account by day of UTC. It outlives the account's websites, and knows nothing else of them.
CREATE TABLE IF NOT EXISTS usage{{local}} {{on_cluster}} (
  account_id UUID,
  day Date,
  pageviews UInt64
)
ENGINE = {{engine:SummingMergeTree}}
ORDER BY (account_id, day)
SETTINGS {{durable}}
----
{{distributed:usage:rand()}}
----
CREATE MATERIALIZED VIEW IF NOT EXISTS usage_from_events {{on_cluster}} TO usage{{local}} AS
SELECT account_id, toDate(time) AS day, count() AS pageviews
FROM events{{local}}
WHERE type = 'pageview' AND import_id = toUUID('00000000-0000-0000-0000-000000000000')
GROUP BY account_id, day
