-- Who came when, of an import whose events wait in a file until they are in order. Emptied when the import is done. It says
-- how the import is taken back or finished after a loss of power, so it is on disk before the rows that it has inserted.
CREATE TABLE IF NOT EXISTS import_lines{{local}} {{on_cluster}} (
  import_id UUID,
  visitor_id UInt64,
  time DateTime64(3, 'UTC')
)
ENGINE = {{engine:MergeTree}}
PARTITION BY import_id
ORDER BY (visitor_id, time)
SETTINGS index_granularity = 1024, fsync_after_insert = 1, fsync_part_directory = 1
----
{{distributed:import_lines:visitor_id}}
