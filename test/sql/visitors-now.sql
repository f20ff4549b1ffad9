-- plain
SELECT uniq(visitor_id) AS visitors
FROM events
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave';
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 1767830100000
-- p2 = 1767830400001
