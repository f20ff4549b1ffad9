-- Rows with the columns of an earlier version.
DROP TABLE IF EXISTS bi_rows.daily_visitors {{on_cluster}} SYNC
----
DROP TABLE IF EXISTS bi_rows.daily_visitors{{local}} {{on_cluster}} SYNC
