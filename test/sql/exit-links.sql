-- plain
SELECT grouping(link) AS is_total, [toString(link)] AS key, countIf(type = 'exit') AS clicks
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date} AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND type = 'exit'
GROUP BY GROUPING SETS ((link), ())
ORDER BY is_total DESC, clicks DESC, key
LIMIT {p5:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = 14

-- browser=Firefox
SELECT grouping(link) AS is_total, [toString(link)] AS key, countIf(type = 'exit') AS clicks
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date} AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND browser = {p5:String} AND type = 'exit'
GROUP BY GROUPING SETS ((link), ())
ORDER BY is_total DESC, clicks DESC, key
LIMIT {p6:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = "Firefox"
-- p6 = 14

-- page=/pricing
SELECT grouping(link) AS is_total, [toString(link)] AS key, countIf(type = 'exit') AS clicks
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date} AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND path = {p5:String} AND type = 'exit'
GROUP BY GROUPING SETS ((link), ())
ORDER BY is_total DESC, clicks DESC, key
LIMIT {p6:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = "/pricing"
-- p6 = 14

-- browser=Firefox&page=/pricing
SELECT grouping(link) AS is_total, [toString(link)] AS key, countIf(type = 'exit') AS clicks
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date} AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND browser = {p5:String} AND path = {p6:String} AND type = 'exit'
GROUP BY GROUPING SETS ((link), ())
ORDER BY is_total DESC, clicks DESC, key
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
SELECT grouping(link) AS is_total, [toString(link)] AS key, countIf(type = 'exit') AS clicks
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date} AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND type = 'exit'
GROUP BY GROUPING SETS ((link), ())
ORDER BY is_total DESC, clicks DESC, key;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000

-- made
SELECT grouping(link) AS is_total, [link] AS key, sum(clicked) AS clicks
FROM (
SELECT link, clicks AS clicked
FROM exit_clicks
WHERE website_id = {p0:UUID} AND day >= {p1:Date} AND day < {p2:Date}
UNION ALL
SELECT link, 1 AS clicked
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p2:Date} AND toDate(time) <= {p3:Date} AND time >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave' AND type = 'exit'
)
GROUP BY link WITH ROLLUP
ORDER BY is_total DESC, clicks DESC, key
LIMIT {p6:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-05"
-- p2 = "2026-03-07"
-- p3 = "2026-03-11"
-- p4 = 1772841600000
-- p5 = 1773273600000
-- p6 = 14

-- made, browser=Firefox
SELECT grouping(link) AS is_total, [link] AS key, sum(clicked) AS clicks
FROM (
SELECT link, clicks AS clicked
FROM exit_clicks
WHERE website_id = {p0:UUID} AND day >= {p1:Date} AND day < {p2:Date} AND browser = {p3:String}
UNION ALL
SELECT link, 1 AS clicked
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p2:Date} AND toDate(time) <= {p4:Date} AND time >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND type != 'leave' AND browser = {p3:String} AND type = 'exit'
)
GROUP BY link WITH ROLLUP
ORDER BY is_total DESC, clicks DESC, key
LIMIT {p7:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-05"
-- p2 = "2026-03-07"
-- p3 = "Firefox"
-- p4 = "2026-03-11"
-- p5 = 1772841600000
-- p6 = 1773273600000
-- p7 = 14

-- made, page=/pricing
SELECT grouping(link) AS is_total, [link] AS key, sum(clicked) AS clicks
FROM (
SELECT link, clicks AS clicked
FROM exit_clicks
WHERE website_id = {p0:UUID} AND day >= {p1:Date} AND day < {p2:Date} AND path = {p3:String}
UNION ALL
SELECT link, 1 AS clicked
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p2:Date} AND toDate(time) <= {p4:Date} AND time >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND type != 'leave' AND path = {p3:String} AND type = 'exit'
)
GROUP BY link WITH ROLLUP
ORDER BY is_total DESC, clicks DESC, key
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
SELECT grouping(link) AS is_total, [link] AS key, sum(clicked) AS clicks
FROM (
SELECT link, clicks AS clicked
FROM exit_clicks
WHERE website_id = {p0:UUID} AND day >= {p1:Date} AND day < {p2:Date} AND country = {p3:String} AND browser = {p4:String}
UNION ALL
SELECT link, 1 AS clicked
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p2:Date} AND toDate(time) <= {p5:Date} AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave' AND country = {p3:String} AND browser = {p4:String} AND type = 'exit'
)
GROUP BY link WITH ROLLUP
ORDER BY is_total DESC, clicks DESC, key
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
SELECT grouping(link) AS is_total, [link] AS key, sum(clicked) AS clicks
FROM (
SELECT link, clicks AS clicked
FROM exit_clicks
WHERE website_id = {p0:UUID} AND day >= {p1:Date} AND day < {p2:Date}
UNION ALL
SELECT link, 1 AS clicked
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p2:Date} AND toDate(time) <= {p3:Date} AND time >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave' AND type = 'exit'
)
GROUP BY link WITH ROLLUP
ORDER BY is_total DESC, clicks DESC, key
LIMIT {p6:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-03-02"
-- p2 = "2026-03-07"
-- p3 = "2026-03-11"
-- p4 = 1772841600000
-- p5 = 1773273600000
-- p6 = 14

-- settled
SELECT grouping(link) AS is_total, [link] AS key, sum(clicked) AS clicks
FROM (
SELECT link, clicks AS clicked
FROM exit_clicks
WHERE website_id = {p0:UUID} AND day >= {p1:Date} AND day < {p2:Date}
)
GROUP BY link WITH ROLLUP
ORDER BY is_total DESC, clicks DESC, key
LIMIT {p3:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-02-05"
-- p2 = "2026-02-15"
-- p3 = 14

-- settled, browser=Firefox
SELECT grouping(link) AS is_total, [link] AS key, sum(clicked) AS clicks
FROM (
SELECT link, clicks AS clicked
FROM exit_clicks
WHERE website_id = {p0:UUID} AND day >= {p1:Date} AND day < {p2:Date} AND browser = {p3:String}
)
GROUP BY link WITH ROLLUP
ORDER BY is_total DESC, clicks DESC, key
LIMIT {p4:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-02-05"
-- p2 = "2026-02-15"
-- p3 = "Firefox"
-- p4 = 14

-- many days, browser=Firefox
SELECT grouping(link) AS is_total, [link] AS key, sum(clicked) AS clicks
FROM (
SELECT link, clicks AS clicked
FROM exit_clicks
WHERE website_id = {p0:UUID} AND day >= {p1:Date} AND day < {p2:Date} AND browser = {p3:String}
)
GROUP BY link WITH ROLLUP
ORDER BY is_total DESC, clicks DESC, key
LIMIT {p4:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-04"
-- p2 = "2026-03-07"
-- p3 = "Firefox"
-- p4 = 14

-- many days, channel=Email
SELECT grouping(link) AS is_total, [link] AS key, sum(clicked) AS clicks
FROM (
SELECT link, clicks AS clicked
FROM exit_clicks
WHERE website_id = {p0:UUID} AND day >= {p1:Date} AND day < {p2:Date} AND channel = {p3:String}
)
GROUP BY link WITH ROLLUP
ORDER BY is_total DESC, clicks DESC, key
LIMIT {p4:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-04"
-- p2 = "2026-03-07"
-- p3 = "Email"
-- p4 = 14
