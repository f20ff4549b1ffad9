-- plain
SELECT 2 - grouping(channel) - grouping(referrer) AS level,
  [toString(channel), toString(referrer)] AS key,
  tuple(uniq(visitor_id)) AS facts
FROM visits
WHERE website_id = {p0:UUID} AND indexHint(toDate(quarter) >= {p1:Date} AND toDate(quarter) <= {p2:Date}) AND quarter >= {p3:Int64} AND quarter < {p4:Int64} AND events > 0
GROUP BY GROUPING SETS ((channel, referrer), (channel), ())
ORDER BY level, facts.1 DESC, key
LIMIT {p5:Int64} BY level, arraySlice(key, 1, {p6:Int64});
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600
-- p4 = 1767830400
-- p5 = 5
-- p6 = 1

-- browser=Firefox
SELECT 2 - grouping(channel) - grouping(referrer) AS level,
  [toString(channel), toString(referrer)] AS key,
  tuple(uniq(visitor_id)) AS facts
FROM visits
WHERE website_id = {p0:UUID} AND indexHint(toDate(quarter) >= {p1:Date} AND toDate(quarter) <= {p2:Date}) AND quarter >= {p3:Int64} AND quarter < {p4:Int64} AND events > 0 AND browser = {p5:String}
GROUP BY GROUPING SETS ((channel, referrer), (channel), ())
ORDER BY level, facts.1 DESC, key
LIMIT {p6:Int64} BY level, arraySlice(key, 1, {p7:Int64});
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600
-- p4 = 1767830400
-- p5 = "Firefox"
-- p6 = 5
-- p7 = 1

-- page=/pricing
SELECT 2 - grouping(channel) - grouping(referrer) AS level,
  [toString(channel), toString(referrer)] AS key,
  tuple(uniq(visitor_id)) AS facts
FROM events
WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND path = {p5:String}
GROUP BY GROUPING SETS ((channel, referrer), (channel), ())
ORDER BY level, facts.1 DESC, key
LIMIT {p6:Int64} BY level, arraySlice(key, 1, {p7:Int64});
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = "/pricing"
-- p6 = 5
-- p7 = 1

-- counted
WITH dimension AS list
SELECT list, value, tuple(sumIf(visitors, previous_day < {p0:Int64})) AS facts
FROM daily_visitors
WHERE website_id = {p1:UUID} AND generation = {p2:Int64} AND dimension IN ({p3:String}, {p4:String}, {p5:String}) AND (day >= {p0:Int64} AND day < {p6:Int64})
GROUP BY dimension, value
ORDER BY list, facts.1 DESC, value
LIMIT {p7:Int64} BY list, arraySlice(splitByChar('	', value), 1, {p2:Int64});
-- p0 = 20455
-- p1 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p2 = 1
-- p3 = "channel,referrer"
-- p4 = "channel"
-- p5 = ""
-- p6 = 20462
-- p7 = 5

-- from within a quarter of an hour
SELECT 2 - grouping(channel) - grouping(referrer) AS level,
  [toString(channel), toString(referrer)] AS key,
  tuple(uniq(visitor_id)) AS facts
FROM events
WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave'
GROUP BY GROUPING SETS ((channel, referrer), (channel), ())
ORDER BY level, facts.1 DESC, key
LIMIT {p5:Int64} BY level, arraySlice(key, 1, {p6:Int64});
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600001
-- p4 = 1767830400000
-- p5 = 5
-- p6 = 1
