-- Every session by its visitor: whether a visitor has been here before, when last, and with which traits.
CREATE TABLE IF NOT EXISTS sessions{{local}} {{on_cluster}} (
  website_id UUID,
  visitor_id UInt64,
  session_start DateTime64(3, 'UTC') CODEC(T64),
  -- As in `events`: it keeps what an import made again apart from what it replaces.
  import_id UUID,
  -- The session's last event that counts, which is no leave.
  last_event SimpleAggregateFunction(max, DateTime64(3, 'UTC')) CODEC(T64),
  -- The session's traits.
  entry_path SimpleAggregateFunction(any, LowCardinality(String)),
  referrer SimpleAggregateFunction(any, LowCardinality(String)),
  channel SimpleAggregateFunction(any, LowCardinality(String)),
  utm_source SimpleAggregateFunction(any, LowCardinality(String)),
  utm_medium SimpleAggregateFunction(any, LowCardinality(String)),
  utm_campaign SimpleAggregateFunction(any, LowCardinality(String)),
  ref SimpleAggregateFunction(any, LowCardinality(String)),
  campaign String ALIAS multiIf(
    utm_campaign != '', utm_campaign,
    utm_source != '' OR utm_medium != '' OR ref != '', 'Unknown',
    ''
  ),
  country SimpleAggregateFunction(any, LowCardinality(String)),
  city SimpleAggregateFunction(any, LowCardinality(String)),
  browser SimpleAggregateFunction(any, LowCardinality(String)),
  os SimpleAggregateFunction(any, LowCardinality(String)),
  device SimpleAggregateFunction(any, LowCardinality(String)),
  language SimpleAggregateFunction(any, LowCardinality(String))
)
ENGINE = {{engine:AggregatingMergeTree}}
ORDER BY (website_id, visitor_id, session_start, import_id)
SETTINGS index_granularity = 1024, {{durable}}
----
{{distributed:sessions:visitor_id}}
----
CREATE MATERIALIZED VIEW IF NOT EXISTS sessions_from_events {{on_cluster}} TO sessions{{local}} AS
SELECT
  website_id, visitor_id, session_start, import_id,
  max(time) AS last_event,
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
