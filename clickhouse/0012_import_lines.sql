-- The events of an import wait in a file: only who came when stands here. `rank` is of the key, and 0.
ALTER TABLE import_lines{{local}} {{on_cluster}} DROP COLUMN IF EXISTS event, DROP COLUMN IF EXISTS line
----
-- On a cluster the table in front has columns of its own; elsewhere it is the same table.
ALTER TABLE import_lines {{on_cluster}} DROP COLUMN IF EXISTS event, DROP COLUMN IF EXISTS line
