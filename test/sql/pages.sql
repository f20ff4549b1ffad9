-- plain
SELECT grouping(path) AS is_total, [toString(path)] AS key, uniq(visitor_id) AS visitors, countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave'
GROUP BY GROUPING SETS ((path), ())
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p3:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 1767225600000
-- p2 = 1767830400000
-- p3 = 11

-- browser=Firefox
SELECT grouping(path) AS is_total, [toString(path)] AS key, uniq(visitor_id) AS visitors, countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave' AND browser = {p3:String}
GROUP BY GROUPING SETS ((path), ())
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p4:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 1767225600000
-- p2 = 1767830400000
-- p3 = "Firefox"
-- p4 = 11

-- page=/pricing
SELECT grouping(path) AS is_total, [toString(path)] AS key, uniq(visitor_id) AS visitors, countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave' AND path = {p3:String}
GROUP BY GROUPING SETS ((path), ())
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p4:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 1767225600000
-- p2 = 1767830400000
-- p3 = "/pricing"
-- p4 = 11

-- browser=Firefox&page=/pricing
SELECT grouping(path) AS is_total, [toString(path)] AS key, uniq(visitor_id) AS visitors, countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave' AND browser = {p3:String} AND path = {p4:String}
GROUP BY GROUPING SETS ((path), ())
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p5:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 1767225600000
-- p2 = 1767830400000
-- p3 = "Firefox"
-- p4 = "/pricing"
-- p5 = 11

-- limit=all
SELECT grouping(path) AS is_total, [toString(path)] AS key, uniq(visitor_id) AS visitors, countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave'
GROUP BY GROUPING SETS ((path), ())
ORDER BY is_total DESC, visitors DESC, key;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 1767225600000
-- p2 = 1767830400000

-- made
SELECT is_total, key, groupBitmapMerge(seen) AS visitors, sum(views) AS pageviews
FROM (
SELECT 1 AS is_total, CAST([] AS Array(String)) AS key, seen, views
FROM (
SELECT {p0:Int64} AS period, visitors AS seen, newcomers, pageviews AS views, sessions, bounces, toInt64(duration) AS duration
FROM totals
WHERE website_id = {p1:UUID} AND (unit = 'month' AND start IN {p2:Array(Int64)} OR unit = 'day' AND start IN {p3:Array(Int64)})
)
UNION ALL
SELECT 0 AS is_total, key, seen, views
FROM (
SELECT key, key_hash, visitors AS seen, pageviews AS views
FROM rollups
WHERE website_id = {p1:UUID} AND grouping = 'page' AND (unit = 'month' AND toStartOfMonth(start) IN {p2:Array(Int64)} AND start IN {p2:Array(Int64)} OR unit = 'day' AND toStartOfMonth(start) IN {p4:Array(Int64)} AND start IN {p3:Array(Int64)})
)
WHERE key_hash IN (SELECT arrayJoin(arrayFilter(
  (hash, most) -> most >= arrayReverseSort(groupArray(least))[least({p5:Int64}, toInt64(count()))],
  groupArray(key_hash), groupArray(most)
))
FROM (
SELECT key_hash, sum(people) AS most, max(people) AS least
FROM (
SELECT key_hash, people FROM rollups WHERE website_id = {p1:UUID} AND grouping = 'page' AND (unit = 'month' AND toStartOfMonth(start) IN {p2:Array(Int64)} AND start IN {p2:Array(Int64)} OR unit = 'day' AND toStartOfMonth(start) IN {p4:Array(Int64)} AND start IN {p3:Array(Int64)})
UNION ALL
SELECT cityHash64([toString(path)]) AS key_hash, uniqExact(visitor_id) AS people
FROM events
WHERE website_id = {p1:UUID} AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave'
GROUP BY path
)
GROUP BY key_hash
))
UNION ALL
SELECT grouping(path) AS is_total, if(is_total = 1, CAST([] AS Array(String)), [toString(path)]) AS key,
  groupBitmapState(if(number = 0, bitOr(toUInt32(2147483648), toUInt32(visitor_id)), number)) AS seen, countIf(type = 'pageview') AS views
FROM events
LEFT ANY JOIN (
  SELECT visitor_id, number FROM visitor_numbers
  WHERE website_id = {p1:UUID} AND since < toDate({p8:Int64})
    AND visitor_id IN (SELECT visitor_id FROM events WHERE website_id = {p1:UUID} AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave')
) AS numbers USING (visitor_id)
WHERE website_id = {p1:UUID} AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave'
GROUP BY GROUPING SETS ((path), ())
)
GROUP BY is_total, key
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p9:Int64};
-- p0 = 1768953600000
-- p1 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p2 = [20485]
-- p3 = [20474,20475,20476,20477,20478,20479,20480,20481,20482,20483,20484,20513,20514,20515,20516,20517,20518]
-- p4 = [20454,20513]
-- p5 = 10
-- p6 = 1772841600000
-- p7 = 1773273600000
-- p8 = 20519
-- p9 = 11

-- made, browser=Firefox
SELECT grouping(key) AS is_total, key, groupBitmapMerge(seen) AS visitors, sum(views) AS pageviews
FROM (
SELECT [path] AS key, cityHash64(key) AS key_hash, seen, views
FROM (
  SELECT page, groupBitmapState(visitor) AS seen, sum(page_view) AS views
  FROM daily_sessions ARRAY JOIN pages AS page, page_views AS page_view
  WHERE website_id = {p0:UUID} AND (day >= toDate({p1:Int64}) AND day < toDate({p2:Int64})) AND browser = {p3:String}
  GROUP BY page
) AS counted
ANY JOIN (SELECT path, page FROM page_numbers WHERE website_id = {p0:UUID}) AS numbered USING (page)
UNION ALL
SELECT [toString(path)] AS key, cityHash64(key) AS key_hash, groupBitmapState(if(number = 0, bitOr(toUInt32(2147483648), toUInt32(visitor_id)), number)) AS seen,
  countIf(type = 'pageview') AS views
FROM events
LEFT ANY JOIN (
  SELECT visitor_id, number FROM visitor_numbers
  WHERE website_id = {p0:UUID} AND since < toDate({p2:Int64})
    AND visitor_id IN (SELECT visitor_id FROM events WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave' AND browser = {p3:String})
) AS numbers USING (visitor_id)
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave' AND browser = {p3:String}
GROUP BY path
)
GROUP BY key WITH ROLLUP
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p6:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 20474
-- p2 = 20519
-- p3 = "Firefox"
-- p4 = 1772841600000
-- p5 = 1773273600000
-- p6 = 11

-- made, page=/pricing
SELECT grouping(key) AS is_total, key, groupBitmapMerge(seen) AS visitors, sum(views) AS pageviews
FROM (
SELECT [path] AS key, cityHash64(key) AS key_hash, seen, views
FROM (
  SELECT page, groupBitmapState(visitor) AS seen, sum(page_view) AS views
  FROM daily_sessions ARRAY JOIN pages AS page, page_views AS page_view
  WHERE website_id = {p0:UUID} AND (day >= toDate({p1:Int64}) AND day < toDate({p2:Int64})) AND has(pages, (SELECT max(page) FROM page_numbers WHERE website_id = {p0:UUID} AND path = {p3:String}))
  GROUP BY page
) AS counted
ANY JOIN (SELECT path, page FROM page_numbers WHERE website_id = {p0:UUID} AND path = {p3:String}) AS numbered USING (page)
UNION ALL
SELECT [toString(path)] AS key, cityHash64(key) AS key_hash, groupBitmapState(if(number = 0, bitOr(toUInt32(2147483648), toUInt32(visitor_id)), number)) AS seen,
  countIf(type = 'pageview') AS views
FROM events
LEFT ANY JOIN (
  SELECT visitor_id, number FROM visitor_numbers
  WHERE website_id = {p0:UUID} AND since < toDate({p2:Int64})
    AND visitor_id IN (SELECT visitor_id FROM events WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave' AND path = {p3:String})
) AS numbers USING (visitor_id)
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave' AND path = {p3:String}
GROUP BY path
)
GROUP BY key WITH ROLLUP
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p6:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 20474
-- p2 = 20519
-- p3 = "/pricing"
-- p4 = 1772841600000
-- p5 = 1773273600000
-- p6 = 11

-- made, browser=Firefox&country=DE
SELECT grouping(key) AS is_total, key, groupBitmapMerge(seen) AS visitors, sum(views) AS pageviews
FROM (
SELECT [path] AS key, cityHash64(key) AS key_hash, seen, views
FROM (
  SELECT page, groupBitmapState(visitor) AS seen, sum(page_view) AS views
  FROM daily_sessions ARRAY JOIN pages AS page, page_views AS page_view
  WHERE website_id = {p0:UUID} AND (day >= toDate({p1:Int64}) AND day < toDate({p2:Int64})) AND country = {p3:String} AND browser = {p4:String}
  GROUP BY page
) AS counted
ANY JOIN (SELECT path, page FROM page_numbers WHERE website_id = {p0:UUID}) AS numbered USING (page)
UNION ALL
SELECT [toString(path)] AS key, cityHash64(key) AS key_hash, groupBitmapState(if(number = 0, bitOr(toUInt32(2147483648), toUInt32(visitor_id)), number)) AS seen,
  countIf(type = 'pageview') AS views
FROM events
LEFT ANY JOIN (
  SELECT visitor_id, number FROM visitor_numbers
  WHERE website_id = {p0:UUID} AND since < toDate({p2:Int64})
    AND visitor_id IN (SELECT visitor_id FROM events WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND type != 'leave' AND country = {p3:String} AND browser = {p4:String})
) AS numbers USING (visitor_id)
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND type != 'leave' AND country = {p3:String} AND browser = {p4:String}
GROUP BY path
)
GROUP BY key WITH ROLLUP
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p7:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 20474
-- p2 = 20519
-- p3 = "DE"
-- p4 = "Firefox"
-- p5 = 1772841600000
-- p6 = 1773273600000
-- p7 = 11

-- settled
SELECT is_total, [path] AS key, visitors, pageviews
FROM (
  SELECT grouping(page) AS is_total, page, groupBitmap(visitor) AS visitors, sum(page_view) AS pageviews
  FROM daily_sessions ARRAY JOIN pages AS page, page_views AS page_view
  WHERE website_id = {p0:UUID} AND (day >= toDate({p1:Int64}) AND day < toDate({p2:Int64}))
  GROUP BY GROUPING SETS ((page), ())
  ORDER BY is_total DESC, visitors DESC
LIMIT {p3:Int64} WITH TIES
) AS counted
ANY LEFT JOIN (SELECT path, page FROM page_numbers WHERE website_id = {p0:UUID}) AS numbered USING (page)
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p3:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 20489
-- p2 = 20499
-- p3 = 11

-- settled, browser=Firefox
SELECT is_total, [path] AS key, visitors, pageviews
FROM (
  SELECT grouping(page) AS is_total, page, groupBitmap(visitor) AS visitors, sum(page_view) AS pageviews
  FROM daily_sessions ARRAY JOIN pages AS page, page_views AS page_view
  WHERE website_id = {p0:UUID} AND (day >= toDate({p1:Int64}) AND day < toDate({p2:Int64})) AND browser = {p3:String}
  GROUP BY GROUPING SETS ((page), ())
  ORDER BY is_total DESC, visitors DESC
LIMIT {p4:Int64} WITH TIES
) AS counted
ANY LEFT JOIN (SELECT path, page FROM page_numbers WHERE website_id = {p0:UUID}) AS numbered USING (page)
ORDER BY is_total DESC, visitors DESC, key
LIMIT {p4:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 20489
-- p2 = 20499
-- p3 = "Firefox"
-- p4 = 11
