-- plain
SELECT toString(visitor_id) AS visitor FROM sessions WHERE website_id = {p0:UUID} LIMIT 1;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
