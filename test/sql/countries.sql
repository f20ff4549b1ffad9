-- plain
SELECT 1 - grouping(country) = 0 AS is_total, [toString(country)] AS key, uniq(visitor_id) AS visitors
FROM visits
WHERE website_id = {p0:UUID} AND indexHint(toDate(quarter) >= {p1:Date} AND toDate(quarter) <= {p2:Date}) AND quarter >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND quarter < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND events > 0
GROUP BY GROUPING SETS ((country), ())
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p5:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = 11

-- browser=Firefox
SELECT 1 - grouping(country) = 0 AS is_total, [toString(country)] AS key, uniq(visitor_id) AS visitors
FROM visits
WHERE website_id = {p0:UUID} AND indexHint(toDate(quarter) >= {p1:Date} AND toDate(quarter) <= {p2:Date}) AND quarter >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND quarter < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND events > 0 AND browser = {p5:String}
GROUP BY GROUPING SETS ((country), ())
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p6:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = "Firefox"
-- p6 = 11

-- page=/pricing
SELECT 1 - grouping(country) = 0 AS is_total, [toString(country)] AS key, uniq(visitor_id) AS visitors
FROM events
WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND path = {p5:String}
GROUP BY GROUPING SETS ((country), ())
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p6:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = "/pricing"
-- p6 = 11

-- counted
SELECT depth = 0 AS is_total, [toString(country)] AS key, sumIf(visitors, (seen != 'again' OR previous_day < {p0:Int64})) AS visitors
FROM (
  SELECT length(value) AS depth, value[{p1:Int64}] AS country, * FROM daily_visitors WHERE website_id = {p2:UUID} AND generation = {p1:Int64} AND dimension IN ({p3:String}, {p4:String}) AND day >= {p0:Int64} AND day < {p5:Int64}
)
GROUP BY depth, country
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p6:Int64};
-- p0 = 1767225600
-- p1 = 1
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = "country"
-- p4 = ""
-- p5 = 1767830400
-- p6 = 11

-- counted, without the total
SELECT depth = 0 AS is_total, [toString(country)] AS key, sumIf(visitors, (seen != 'again' OR previous_day < {p0:Int64})) AS visitors
FROM (
  SELECT length(value) AS depth, value[{p1:Int64}] AS country, * FROM daily_visitors WHERE website_id = {p2:UUID} AND generation = {p1:Int64} AND dimension IN ({p3:String}) AND day >= {p0:Int64} AND day < {p4:Int64}
)
GROUP BY depth, country
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p5:Int64};
-- p0 = 1767225600
-- p1 = 1
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = "country"
-- p4 = 1767830400
-- p5 = 10

-- limit=all
SELECT 1 - grouping(country) = 0 AS is_total, [toString(country)] AS key, uniq(visitor_id) AS visitors
FROM visits
WHERE website_id = {p0:UUID} AND indexHint(toDate(quarter) >= {p1:Date} AND toDate(quarter) <= {p2:Date}) AND quarter >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND quarter < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND events > 0
GROUP BY GROUPING SETS ((country), ())
ORDER BY is_total DESC, visitors DESC, key;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000

-- from within a quarter of an hour
SELECT 1 - grouping(country) = 0 AS is_total, [toString(country)] AS key, uniq(visitor_id) AS visitors
FROM events
WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave'
GROUP BY GROUPING SETS ((country), ())
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p5:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600001
-- p4 = 1767830400000
-- p5 = 11
