-- plain
WITH (
  SELECT toDate(time) FROM events WHERE website_id = {p0:UUID} ORDER BY website_id, toDate(time) LIMIT 1
) AS first_day
SELECT toUnixTimestamp64Milli(min(time)) AS first FROM events
WHERE website_id = {p0:UUID} AND toDate(time) = first_day
HAVING count() > 0;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
