-- plain
SELECT
  website_id,
  intDiv(toUnixTimestamp64Milli(time), {p0:Int64}) * {p0:Int64} AS hour,
  grouping(hour) AS is_total,
  uniq(visitor_id) AS visitors
FROM events
WHERE website_id IN {p1:Array(UUID)} AND time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND type != 'leave'
GROUP BY GROUPING SETS ((website_id), (website_id, hour));
-- p0 = 3600000
-- p1 = ["6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"]
-- p2 = 1767744000000
-- p3 = 1767830400001
