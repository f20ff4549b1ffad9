-- Visitors of what is newer than settled days are found on these by their ids: to look up their numbers first takes longer
-- than all of 30 days.
ALTER TABLE daily_sessions{{local}} {{on_cluster}} ADD COLUMN IF NOT EXISTS visitor_id UInt64 AFTER visitor
----
-- The table in front; without a cluster the same one, which has the column then.
ALTER TABLE daily_sessions {{on_cluster}} ADD COLUMN IF NOT EXISTS visitor_id UInt64 AFTER visitor
----
-- No record is right any more: all is made again, with these.
INSERT INTO arrivals (website_id, hour, rows) SELECT website_id, min(hour), 1 FROM arrivals GROUP BY website_id
