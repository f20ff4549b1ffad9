-- Rows with the columns of an earlier version.
DROP TABLE IF EXISTS bi_rows.{{table}} {{on_cluster}} SYNC
----
DROP TABLE IF EXISTS bi_rows.{{table}}{{local}} {{on_cluster}} SYNC
