-- Where the lines of an import wait until they are in order. Emptied when the import is done.
CREATE TABLE IF NOT EXISTS import_lines{{local}} {{on_cluster}} (
  import_id UUID,
  visitor_id UInt64,
  time DateTime64(3, 'UTC'),
  -- Orders what happened at the same instant: a pageview first. Then the event's own text, so that the order of the
  -- lines changes nothing.
  rank UInt8,
  event String CODEC(ZSTD(1)),
  -- Of the body, from 1; below zero for events that were stored before.
  line Int64
)
ENGINE = {{engine:MergeTree}}
PARTITION BY import_id
ORDER BY (visitor_id, time, rank)
SETTINGS index_granularity = 1024
----
{{distributed:import_lines:visitor_id}}
----
-- The stored sessions that an import makes anew, because its events touch them.
CREATE TABLE IF NOT EXISTS import_sessions{{local}} {{on_cluster}} (
  import_id UUID,
  visitor_id UInt64,
  session_start DateTime64(3, 'UTC')
)
ENGINE = {{engine:MergeTree}}
PARTITION BY import_id
ORDER BY (visitor_id, session_start)
----
{{distributed:import_sessions:visitor_id}}
