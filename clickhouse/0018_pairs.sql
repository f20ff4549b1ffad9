-- `daily_visitors` has keys of two traits together too, one of which a filter chooses by: `browser+country`, `channel+cities` and the
-- like. `changed` of session days is 1 from the first visit on that differs from the visitor's first: nobody asks in what.
--
-- No record is right any more: all is made again.
INSERT INTO arrivals (website_id, hour, rows)
SELECT website_id, min(hour), 1 FROM arrivals GROUP BY website_id
SETTINGS insert_deduplicate = 0
