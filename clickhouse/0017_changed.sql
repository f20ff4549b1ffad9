-- Visitors who come alike are known by their rows alone, and need no table. `changed` is 0 as long as a visitor comes as the
-- first time: from the same place, with the same client and language. From the first other visit on it is 64, and a bit for each
-- trait in which the visit differs from the first one: country 1, city 2, browser 4, os 8, device 16, language 32. `last` is
-- the last day before on which the visitor had come while nothing had changed, 1970-01-01 for none, and the same day for
-- another session of it; `last_by_channel` the same by the row's channel.
ALTER TABLE daily_sessions{{local}} {{on_cluster}} ADD COLUMN IF NOT EXISTS changed UInt8 AFTER last_by_channel
----
-- The table in front; without a cluster the same one, which has the column then.
ALTER TABLE daily_sessions {{on_cluster}} ADD COLUMN IF NOT EXISTS changed UInt8 AFTER last_by_channel
----
ALTER TABLE daily_sessions {{on_cluster}} DROP COLUMN IF EXISTS varies
----
ALTER TABLE daily_sessions{{local}} {{on_cluster}} DROP COLUMN IF EXISTS varies
----
-- A year becomes one part when nothing has come for a minute, as in `daily_visitors`.
ALTER TABLE daily_sessions{{local}} {{on_cluster}}
MODIFY SETTING min_age_to_force_merge_seconds = 60, min_age_to_force_merge_on_partition_only = 1
----
ALTER TABLE exit_clicks{{local}} {{on_cluster}}
MODIFY SETTING min_age_to_force_merge_seconds = 60, min_age_to_force_merge_on_partition_only = 1
----
-- No record is right any more: all is made again.
INSERT INTO arrivals (website_id, hour, rows)
SELECT website_id, min(hour), 1 FROM arrivals GROUP BY website_id
SETTINGS insert_deduplicate = 0
----
-- It stays, empty: a process that starts at the same time may be about to alter it.
TRUNCATE TABLE varying_visitors{{local}} {{on_cluster}}
