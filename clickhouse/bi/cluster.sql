-- On a cluster, the rows of every shard. The policies lie on the shards' own tables.
CREATE TABLE IF NOT EXISTS bi_rows.events {{on_cluster}} AS bi_rows.events_local ENGINE = Distributed('{{cluster}}', 'bi_rows', 'events_local')
----
CREATE TABLE IF NOT EXISTS bi_rows.visits {{on_cluster}} AS bi_rows.visits_local ENGINE = Distributed('{{cluster}}', 'bi_rows', 'visits_local')
----
CREATE TABLE IF NOT EXISTS bi_rows.daily_visitors {{on_cluster}} AS bi_rows.daily_visitors_local ENGINE = Distributed('{{cluster}}', 'bi_rows', 'daily_visitors_local')
----
CREATE TABLE IF NOT EXISTS bi_rows.websites {{on_cluster}} AS bi_rows.websites_local ENGINE = Distributed('{{cluster}}', 'bi_rows', 'websites_local')
