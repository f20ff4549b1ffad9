-- plain
SELECT
  website_id,
  uniq(visitor_id) AS visitors,
  uniqResample(0, 24, 1)(visitor_id, intDiv(toUnixTimestamp64Milli(time) - {p0:Int64}, {p1:Int64})) AS by_hour
FROM events
WHERE website_id IN {p2:Array(UUID)} AND indexHint(toDate(time) >= {p3:Date} AND toDate(time) <= {p4:Date}) AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave'
GROUP BY website_id;
-- p0 = 1767744000000
-- p1 = 3600000
-- p2 = ["6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"]
-- p3 = "2026-01-07"
-- p4 = "2026-01-08"
-- p5 = 1767830400001
