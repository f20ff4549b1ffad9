-- The stored sessions that an import, or a deletion of events, makes again because it touches them. Emptied when it is done.
CREATE TABLE IF NOT EXISTS import_sessions{{local}} {{on_cluster}} (
  import_id UUID,
  visitor_id UInt64,
  session_start DateTime64(3, 'UTC')
)
ENGINE = {{engine:MergeTree}}
PARTITION BY import_id
ORDER BY (visitor_id, session_start)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1
----
{{distributed:import_sessions:visitor_id}}
