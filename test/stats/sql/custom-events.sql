-- plain
SELECT 1 - grouping(name) AS level,
  [toString(name)] AS key,
  tuple(uniq(visitor_id), count()) AS facts
FROM events
WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave'
GROUP BY GROUPING SETS ((name), ())
HAVING level = 0 OR arrayExists(each -> each != '', key)
ORDER BY level, facts.1 DESC, key
LIMIT {p5:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = 11

-- browser=Firefox
SELECT 1 - grouping(name) AS level,
  [toString(name)] AS key,
  tuple(uniq(visitor_id), count()) AS facts
FROM events
WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND browser = {p5:String}
GROUP BY GROUPING SETS ((name), ())
HAVING level = 0 OR arrayExists(each -> each != '', key)
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
SELECT 1 - grouping(name) AS level,
  [toString(name)] AS key,
  tuple(uniq(visitor_id), count()) AS facts
FROM events
WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND path = {p5:String}
GROUP BY GROUPING SETS ((name), ())
HAVING level = 0 OR arrayExists(each -> each != '', key)
ORDER BY level, facts.1 DESC, key
LIMIT {p6:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = "/pricing"
-- p6 = 11

-- without the total
WITH {p0:String} AS list
SELECT list, value, tuple(sumIf(visitors, previous_day < {p1:Int64}), sum(events)) AS facts
FROM daily_visitors
WHERE website_id = {p2:UUID} AND generation = {p3:Int64} AND dimension IN ({p0:String}) AND (day >= {p1:Int64} AND day < {p4:Int64})
GROUP BY value
ORDER BY list, facts.1 DESC, value
LIMIT {p5:Int64} BY list;
-- p0 = "name"
-- p1 = 20455
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = 1
-- p4 = 20462
-- p5 = 10

-- limit=all
SELECT 1 - grouping(name) AS level,
  [toString(name)] AS key,
  tuple(uniq(visitor_id), count()) AS facts
FROM events
WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave'
GROUP BY GROUPING SETS ((name), ())
HAVING level = 0 OR arrayExists(each -> each != '', key)
ORDER BY level, facts.1 DESC, key;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000

-- from within a quarter of an hour
SELECT 1 - grouping(name) AS level,
  [toString(name)] AS key,
  tuple(uniq(visitor_id), count()) AS facts
FROM events
WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave'
GROUP BY GROUPING SETS ((name), ())
HAVING level = 0 OR arrayExists(each -> each != '', key)
ORDER BY level, facts.1 DESC, key
LIMIT {p5:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600001
-- p4 = 1767830400000
-- p5 = 11
