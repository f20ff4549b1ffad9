-- plain
SELECT 1 - grouping(path) AS level,
  [toString(path)] AS key,
  tuple(uniq(visitor_id), countIf(type = 'pageview')) AS facts
FROM events
WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave'
GROUP BY GROUPING SETS ((path), ())
ORDER BY level, facts.1 DESC, key
LIMIT {p5:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = 11

-- browser=Firefox
SELECT 1 - grouping(path) AS level,
  [toString(path)] AS key,
  tuple(uniq(visitor_id), countIf(type = 'pageview')) AS facts
FROM events
WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND browser = {p5:String}
GROUP BY GROUPING SETS ((path), ())
ORDER BY level, facts.1 DESC, key
LIMIT {p6:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = "Firefox"
-- p6 = 11

-- page=/pricing
SELECT 1 - grouping(path) AS level,
  [toString(path)] AS key,
  tuple(uniq(visitor_id), countIf(type = 'pageview')) AS facts
FROM events
WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND path = {p5:String}
GROUP BY GROUPING SETS ((path), ())
ORDER BY level, facts.1 DESC, key
LIMIT {p6:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = "/pricing"
-- p6 = 11

-- limit=all
SELECT 1 - grouping(path) AS level,
  [toString(path)] AS key,
  tuple(uniq(visitor_id), countIf(type = 'pageview')) AS facts
FROM events
WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave'
GROUP BY GROUPING SETS ((path), ())
ORDER BY level, facts.1 DESC, key;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000

-- from within a quarter of an hour
SELECT 1 - grouping(path) AS level,
  [toString(path)] AS key,
  tuple(uniq(visitor_id), countIf(type = 'pageview')) AS facts
FROM events
WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave'
GROUP BY GROUPING SETS ((path), ())
ORDER BY level, facts.1 DESC, key
LIMIT {p5:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600001
-- p4 = 1767830400000
-- p5 = 11
