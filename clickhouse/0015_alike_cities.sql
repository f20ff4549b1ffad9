-- Cities alone are counted by visitors who come alike: sets are as quick for pages and campaigns, and to carry the pages of
-- all earlier visits along with each one took memory that grew with their square.
ALTER TABLE daily_sessions {{on_cluster}} DROP COLUMN IF EXISTS page_lasts
----
-- The table behind it; without a cluster the same one, which does not have the column any more.
ALTER TABLE daily_sessions{{local}} {{on_cluster}} DROP COLUMN IF EXISTS page_lasts
----
-- What is `carried` in `daily_visitors` stands on the day on which a session came to the page now, and its `last` is the first day
-- of the ranges that leave it out. No record is right any more: all is made again.
INSERT INTO arrivals (website_id, hour, rows)
SELECT website_id, min(hour), 1 FROM arrivals GROUP BY website_id
SETTINGS insert_deduplicate = 0
