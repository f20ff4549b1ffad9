-- Two more parameters of the session's link. Stored rows are without them.
ALTER TABLE events{{local}} {{on_cluster}}
  ADD COLUMN IF NOT EXISTS utm_content LowCardinality(String), ADD COLUMN IF NOT EXISTS utm_term LowCardinality(String)
----
ALTER TABLE events {{on_cluster}}
  ADD COLUMN IF NOT EXISTS utm_content LowCardinality(String), ADD COLUMN IF NOT EXISTS utm_term LowCardinality(String)
----
ALTER TABLE deleted_events{{local}} {{on_cluster}}
  ADD COLUMN IF NOT EXISTS utm_content LowCardinality(String), ADD COLUMN IF NOT EXISTS utm_term LowCardinality(String)
----
ALTER TABLE deleted_events {{on_cluster}}
  ADD COLUMN IF NOT EXISTS utm_content LowCardinality(String), ADD COLUMN IF NOT EXISTS utm_term LowCardinality(String)
