-- plain
SELECT 1 - grouping(country) AS level,
  [toString(country)] AS key,
  tuple(uniq(visitor_id)) AS facts
FROM visits
WHERE website_id = {p0:UUID} AND indexHint(toDate(quarter) >= {p1:Date} AND toDate(quarter) <= {p2:Date}) AND quarter >= {p3:Int64} AND quarter < {p4:Int64} AND events > 0
GROUP BY GROUPING SETS ((country), ())
ORDER BY level, facts.1 DESC, key
LIMIT {p5:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600
-- p4 = 1767830400
-- p5 = 11

-- browser=Firefox
SELECT 1 - grouping(country) AS level,
  [toString(country)] AS key,
  tuple(uniq(visitor_id)) AS facts
FROM visits
WHERE website_id = {p0:UUID} AND indexHint(toDate(quarter) >= {p1:Date} AND toDate(quarter) <= {p2:Date}) AND quarter >= {p3:Int64} AND quarter < {p4:Int64} AND events > 0 AND browser = {p5:String}
GROUP BY GROUPING SETS ((country), ())
ORDER BY level, facts.1 DESC, key
LIMIT {p6:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600
-- p4 = 1767830400
-- p5 = "Firefox"
-- p6 = 11

-- page=/pricing
SELECT 1 - grouping(country) AS level,
  [toString(country)] AS key,
  tuple(uniq(visitor_id)) AS facts
FROM events
WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND path = {p5:String}
GROUP BY GROUPING SETS ((country), ())
ORDER BY level, facts.1 DESC, key
LIMIT {p6:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = "/pricing"
-- p6 = 11

-- counted
WITH if(value = '', '', {p0:String}) AS list
SELECT list, value, tuple(sumIf(visitors, previous_day < {p1:Int64})) AS facts
FROM daily_visitors
WHERE website_id = {p2:UUID} AND generation = {p3:Int64} AND dimension IN ({p0:String}, {p4:String}) AND (day >= {p1:Int64} AND day < {p5:Int64})
GROUP BY value
ORDER BY list, facts.1 DESC, value
LIMIT {p6:Int64} BY list;
-- p0 = "country"
-- p1 = 20455
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = 1
-- p4 = ""
-- p5 = 20462
-- p6 = 10

-- counted, compared
WITH if(value = '', '', {p0:String}) AS list
SELECT list, value, tuple(sumIf(visitors, previous_day < {p1:Int64} AND day >= {p1:Int64} AND day < {p2:Int64})) AS facts, tuple(sumIf(visitors, previous_day < {p3:Int64} AND day >= {p3:Int64} AND day < {p1:Int64})) AS facts_before
FROM daily_visitors
WHERE website_id = {p4:UUID} AND generation = {p5:Int64} AND dimension IN ({p0:String}, {p6:String}) AND (day >= {p1:Int64} AND day < {p2:Int64} OR day >= {p3:Int64} AND day < {p1:Int64})
GROUP BY value
HAVING list = '' OR max(day >= {p1:Int64} AND day < {p2:Int64})
ORDER BY list, facts.1 DESC, value
LIMIT {p7:Int64} BY list;
-- p0 = "country"
-- p1 = 20455
-- p2 = 20462
-- p3 = 20448
-- p4 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p5 = 1
-- p6 = ""
-- p7 = 10

-- limit=all
SELECT 1 - grouping(country) AS level,
  [toString(country)] AS key,
  tuple(uniq(visitor_id)) AS facts
FROM visits
WHERE website_id = {p0:UUID} AND indexHint(toDate(quarter) >= {p1:Date} AND toDate(quarter) <= {p2:Date}) AND quarter >= {p3:Int64} AND quarter < {p4:Int64} AND events > 0
GROUP BY GROUPING SETS ((country), ())
ORDER BY level, facts.1 DESC, key;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600
-- p4 = 1767830400

-- from within a quarter of an hour
SELECT 1 - grouping(country) AS level,
  [toString(country)] AS key,
  tuple(uniq(visitor_id)) AS facts
FROM events
WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave'
GROUP BY GROUPING SETS ((country), ())
ORDER BY level, facts.1 DESC, key
LIMIT {p5:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600001
-- p4 = 1767830400000
-- p5 = 11
