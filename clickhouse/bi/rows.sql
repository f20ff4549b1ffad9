-- What the views read. On these tables, and on no others, lie the row policies: the views' reader sees its account's rows only.
CREATE DATABASE IF NOT EXISTS bi {{on_cluster}} COMMENT 'Footfall for BI tools, version 1'
----
CREATE DATABASE IF NOT EXISTS bi_rows {{on_cluster}}
----
CREATE TABLE IF NOT EXISTS bi_rows.events{{local}} {{on_cluster}} ENGINE = Merge(currentDatabase(), '^events{{local}}$')
----
CREATE TABLE IF NOT EXISTS bi_rows.visits{{local}} {{on_cluster}} ENGINE = Merge(currentDatabase(), '^visits{{local}}$')
----
CREATE TABLE IF NOT EXISTS bi_rows.daily_visitors{{local}} {{on_cluster}} ENGINE = Merge(currentDatabase(), '^daily_visitors{{local}}$')
----
CREATE TABLE IF NOT EXISTS bi_rows.websites{{local}} {{on_cluster}} ENGINE = Merge(currentDatabase(), '^websites{{local}}$')
