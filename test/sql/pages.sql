-- plain
SELECT grouping(path) AS is_total, [toString(path)] AS key, uniq(visitor_id) AS visitors, countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date} AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave'
GROUP BY GROUPING SETS ((path), ())
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p5:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = 14

-- browser=Firefox
SELECT grouping(path) AS is_total, [toString(path)] AS key, uniq(visitor_id) AS visitors, countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date} AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND browser = {p5:String}
GROUP BY GROUPING SETS ((path), ())
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p6:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = "Firefox"
-- p6 = 14

-- page=/pricing
SELECT grouping(path) AS is_total, [toString(path)] AS key, uniq(visitor_id) AS visitors, countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date} AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND path = {p5:String}
GROUP BY GROUPING SETS ((path), ())
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p6:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = "/pricing"
-- p6 = 14

-- browser=Firefox&page=/pricing
SELECT grouping(path) AS is_total, [toString(path)] AS key, uniq(visitor_id) AS visitors, countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date} AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND browser = {p5:String} AND path = {p6:String}
GROUP BY GROUPING SETS ((path), ())
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p7:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = "Firefox"
-- p6 = "/pricing"
-- p7 = 14

-- limit=all
SELECT grouping(path) AS is_total, [toString(path)] AS key, uniq(visitor_id) AS visitors, countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date} AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave'
GROUP BY GROUPING SETS ((path), ())
ORDER BY is_total DESC, visitors DESC, key;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000

-- made
SELECT length(key) = 0 AS is_total, key, sum(visitors) AS visitors, sum(pageviews) AS pageviews
FROM (
SELECT key, sum(arraySum(
  (day, last, count) -> if(day >= {p0:Date} AND day < {p1:Date} AND last < {p0:Date}, count, 0),
  came.day, came.last, came.visitors
)) AS visitors, sum(arraySum(
  (day, count) -> if(day >= {p0:Date} AND day < {p1:Date}, count, 0),
  came.day, came.pageviews
)) AS pageviews
FROM daily_visitors
WHERE website_id = {p2:UUID} AND start IN {p3:Array(Int64)} AND unit = if(start < {p4:Date}, 'month', 'part') AND (grouping = 'all' OR grouping = 'page')
GROUP BY key
UNION ALL
SELECT level.1 AS key, uniqExactIf(visitor_id, level.2 = 0) AS visitors, sum(views) AS pageviews
FROM (
  SELECT visitor_id, newer.path AS path, any(newer.views) AS views,
    [(CAST([] AS Array(String)), max(settled.was_there)), ([toString(path)], max(settled.was_there AND has(settled.pages, newer.page)))] AS levels
  FROM (
    SELECT visitor_id AS id, 1 AS was_there, pages FROM daily_sessions WHERE website_id = {p2:UUID} AND day >= {p0:Date} AND day < {p1:Date}
  ) AS settled
  RIGHT JOIN (
    SELECT visitor_id, path, any(page) AS page, countIf(type = 'pageview') AS views
    FROM events
    GLOBAL LEFT ANY JOIN (SELECT path, page FROM page_numbers WHERE website_id = {p2:UUID}) AS paged USING (path)
    WHERE website_id = {p2:UUID} AND toDate(time) >= {p1:Date} AND toDate(time) <= {p5:Date} AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave'
    GROUP BY visitor_id, path
  ) AS newer ON settled.id = newer.visitor_id
  GROUP BY visitor_id, path
)
ARRAY JOIN levels AS level
GROUP BY key
)
GROUP BY key
HAVING visitors > 0
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p8:Int64};
-- p0 = "2026-01-05"
-- p1 = "2026-03-07"
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = [20454,20485,20513,20514,20515,20516,20517,20518]
-- p4 = "2026-03-01"
-- p5 = "2026-03-11"
-- p6 = 1772841600000
-- p7 = 1773273600000
-- p8 = 14

-- made, browser=Firefox
SELECT grouping(key) AS is_total, key, uniqExactMerge(seen) AS visitors, sum(views) AS pageviews
FROM (
SELECT [path] AS key, seen, views
FROM (
  SELECT page, uniqExactState(visitor_id) AS seen, sum(page_view) AS views
  FROM daily_sessions ARRAY JOIN pages AS page, page_views AS page_view
  PREWHERE browser = {p0:String} WHERE website_id = {p1:UUID} AND day >= {p2:Date} AND day < {p3:Date}
  GROUP BY page
) AS counted
ANY JOIN (SELECT path, page FROM page_numbers WHERE website_id = {p1:UUID}) AS numbered USING (page)
UNION ALL
SELECT [path] AS key, uniqExactState(visitor_id) AS seen, countIf(type = 'pageview') AS views
FROM events
WHERE website_id = {p1:UUID} AND toDate(time) >= {p3:Date} AND toDate(time) <= {p4:Date} AND time >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND type != 'leave' AND browser = {p0:String}
GROUP BY path
)
GROUP BY key WITH ROLLUP
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p7:Int64};
-- p0 = "Firefox"
-- p1 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p2 = "2026-01-05"
-- p3 = "2026-03-07"
-- p4 = "2026-03-11"
-- p5 = 1772841600000
-- p6 = 1773273600000
-- p7 = 14

-- made, page=/pricing
SELECT grouping(key) AS is_total, key, uniqExactMerge(seen) AS visitors, sum(views) AS pageviews
FROM (
SELECT [path] AS key, seen, views
FROM (
  SELECT page, uniqExactState(visitor_id) AS seen, sum(page_view) AS views
  FROM daily_sessions ARRAY JOIN pages AS page, page_views AS page_view
  WHERE website_id = {p0:UUID} AND day >= {p1:Date} AND day < {p2:Date} AND has(pages, (SELECT max(page) FROM page_numbers WHERE website_id = {p0:UUID} AND path = {p3:String}))
  GROUP BY page
) AS counted
ANY JOIN (SELECT path, page FROM page_numbers WHERE website_id = {p0:UUID} AND path = {p3:String}) AS numbered USING (page)
UNION ALL
SELECT [path] AS key, uniqExactState(visitor_id) AS seen, countIf(type = 'pageview') AS views
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p2:Date} AND toDate(time) <= {p4:Date} AND time >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND type != 'leave' AND path = {p3:String}
GROUP BY path
)
GROUP BY key WITH ROLLUP
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p7:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-05"
-- p2 = "2026-03-07"
-- p3 = "/pricing"
-- p4 = "2026-03-11"
-- p5 = 1772841600000
-- p6 = 1773273600000
-- p7 = 14

-- made, browser=Firefox&country=DE
SELECT grouping(key) AS is_total, key, uniqExactMerge(seen) AS visitors, sum(views) AS pageviews
FROM (
SELECT [path] AS key, seen, views
FROM (
  SELECT page, uniqExactState(visitor_id) AS seen, sum(page_view) AS views
  FROM daily_sessions ARRAY JOIN pages AS page, page_views AS page_view
  WHERE website_id = {p0:UUID} AND day >= {p1:Date} AND day < {p2:Date} AND country = {p3:String} AND browser = {p4:String}
  GROUP BY page
) AS counted
ANY JOIN (SELECT path, page FROM page_numbers WHERE website_id = {p0:UUID}) AS numbered USING (page)
UNION ALL
SELECT [path] AS key, uniqExactState(visitor_id) AS seen, countIf(type = 'pageview') AS views
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p2:Date} AND toDate(time) <= {p5:Date} AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave' AND country = {p3:String} AND browser = {p4:String}
GROUP BY path
)
GROUP BY key WITH ROLLUP
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p8:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-05"
-- p2 = "2026-03-07"
-- p3 = "DE"
-- p4 = "Firefox"
-- p5 = "2026-03-11"
-- p6 = 1772841600000
-- p7 = 1773273600000
-- p8 = 14

-- recent
SELECT grouping(key) AS is_total, key, uniqExactMerge(seen) AS visitors, sum(views) AS pageviews
FROM (
SELECT [path] AS key, seen, views
FROM (
  SELECT page, uniqExactState(visitor_id) AS seen, sum(page_view) AS views
  FROM daily_sessions ARRAY JOIN pages AS page, page_views AS page_view
  WHERE website_id = {p0:UUID} AND day >= {p1:Date} AND day < {p2:Date}
  GROUP BY page
) AS counted
ANY JOIN (SELECT path, page FROM page_numbers WHERE website_id = {p0:UUID}) AS numbered USING (page)
UNION ALL
SELECT [path] AS key, uniqExactState(visitor_id) AS seen, countIf(type = 'pageview') AS views
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p2:Date} AND toDate(time) <= {p3:Date} AND time >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave'
GROUP BY path
)
GROUP BY key WITH ROLLUP
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p6:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-03-02"
-- p2 = "2026-03-07"
-- p3 = "2026-03-11"
-- p4 = 1772841600000
-- p5 = 1773273600000
-- p6 = 14

-- settled
SELECT length(key) = 0 AS is_total, key, sum(arraySum(
  (day, last, count) -> if(day >= {p0:Date} AND day < {p1:Date} AND last < {p0:Date}, count, 0),
  came.day, came.last, came.visitors
)) AS visitors, sum(arraySum(
  (day, count) -> if(day >= {p0:Date} AND day < {p1:Date}, count, 0),
  came.day, came.pageviews
)) AS pageviews
FROM daily_visitors
WHERE website_id = {p2:UUID} AND start IN {p3:Array(Int64)} AND unit = if(start < {p4:Date}, 'month', 'part') AND (grouping = 'all' OR grouping = 'page')
GROUP BY key
HAVING visitors > 0
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p5:Int64};
-- p0 = "2026-02-05"
-- p1 = "2026-02-15"
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = [20485]
-- p4 = "2026-03-01"
-- p5 = 14

-- settled, browser=Firefox
SELECT is_total, [path] AS key, pageviews, visitors
FROM (
  SELECT grouping(page) AS is_total, page AS number, sum(page_view) AS pageviews, uniqExact(visitor) AS visitors
  FROM daily_sessions ARRAY JOIN pages AS page, page_views AS page_view
  PREWHERE browser = {p0:String} WHERE website_id = {p1:UUID} AND day >= {p2:Date} AND day < {p3:Date}
  GROUP BY GROUPING SETS ((page), (toUInt8(visitor % {p4:Int64})))
  ORDER BY is_total DESC, visitors DESC
LIMIT {p5:Int64} WITH TIES
) AS counted
ANY LEFT JOIN (SELECT path, page AS number FROM page_numbers WHERE website_id = {p1:UUID}) AS numbered USING (number)
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p5:Int64};
-- p0 = "Firefox"
-- p1 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p2 = "2026-02-05"
-- p3 = "2026-02-15"
-- p4 = 4
-- p5 = 14

-- many days, browser=Firefox
SELECT 1 AS is_total, [''] AS key, 0 AS pageviews, sum(visitors[arrayCount(last -> last < {p0:Date}, lasts)]) AS visitors
FROM daily_values
WHERE website_id = {p1:UUID} AND grouping = 'browser' AND value = {p2:String} AND day >= {p0:Date} AND day < {p3:Date}
UNION ALL
SELECT is_total, [path] AS key, pageviews, visitors
FROM (
  SELECT 0 AS is_total, page AS number, sum(page_view) AS pageviews, uniqExact(visitor) AS visitors
  FROM daily_sessions ARRAY JOIN pages AS page, page_views AS page_view
  PREWHERE browser = {p2:String} WHERE website_id = {p1:UUID} AND day >= {p0:Date} AND day < {p3:Date}
  GROUP BY page
  ORDER BY is_total DESC, visitors DESC
LIMIT {p4:Int64} WITH TIES
) AS counted
ANY LEFT JOIN (SELECT path, page AS number FROM page_numbers WHERE website_id = {p1:UUID}) AS numbered USING (number)
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p4:Int64};
-- p0 = "2026-01-04"
-- p1 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p2 = "Firefox"
-- p3 = "2026-03-07"
-- p4 = 14

-- many days, channel=Email
SELECT 1 AS is_total, [''] AS key, 0 AS pageviews, sum(visitors[arrayCount(last -> last < {p0:Date}, lasts)]) AS visitors
FROM daily_values
WHERE website_id = {p1:UUID} AND grouping = 'channel' AND value = {p2:String} AND day >= {p0:Date} AND day < {p3:Date}
UNION ALL
SELECT is_total, [path] AS key, pageviews, visitors
FROM (
  SELECT 0 AS is_total, page AS number, sum(page_view) AS pageviews, uniqExact(visitor) AS visitors
  FROM daily_sessions ARRAY JOIN pages AS page, page_views AS page_view
  PREWHERE channel = {p2:String} WHERE website_id = {p1:UUID} AND day >= {p0:Date} AND day < {p3:Date}
  GROUP BY page
  ORDER BY is_total DESC, visitors DESC
LIMIT {p4:Int64} WITH TIES
) AS counted
ANY LEFT JOIN (SELECT path, page AS number FROM page_numbers WHERE website_id = {p1:UUID}) AS numbered USING (number)
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p4:Int64};
-- p0 = "2026-01-04"
-- p1 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p2 = "Email"
-- p3 = "2026-03-07"
-- p4 = 14
