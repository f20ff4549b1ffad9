-- plain
SELECT
  uniqIf(visitor_id, time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave') AS visitors,
  uniqIf(visitor_id, time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND visitor_id IN (
    SELECT visitor_id FROM visitors WHERE website_id = {p1:UUID} AND first_seen < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')
  )) AS returning,
  countIf(time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND type = 'pageview') AS pageviews,
  sumIf(sessions, session_start >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AS sessions,
  sumIf(bounces, session_start >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AS bounces,
  sumIf(duration, session_start >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AS duration
FROM events
WHERE website_id = {p1:UUID} AND time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p3:Int64}, 'UTC');
-- p0 = 1767830400000
-- p1 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p2 = 1767225600000
-- p3 = 1767918600000

-- browser=Firefox
SELECT
  uniqIf(visitor_id, time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave') AS visitors,
  uniqIf(visitor_id, time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND visitor_id IN (
    SELECT visitor_id FROM visitors WHERE website_id = {p1:UUID} AND first_seen < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')
  )) AS returning,
  countIf(time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND type = 'pageview') AS pageviews,
  sumIf(sessions, session_start >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AS sessions,
  sumIf(bounces, session_start >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AS bounces,
  sumIf(duration, session_start >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AS duration
FROM events
WHERE website_id = {p1:UUID} AND time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND browser = {p4:String};
-- p0 = 1767830400000
-- p1 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p2 = 1767225600000
-- p3 = 1767918600000
-- p4 = "Firefox"

-- page=/pricing
SELECT
  uniqIf(visitor_id, time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND path = {p1:String}) AS visitors,
  uniqIf(visitor_id, time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND path = {p1:String} AND visitor_id IN (
    SELECT visitor_id FROM visitors WHERE website_id = {p2:UUID} AND first_seen < fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
  )) AS returning,
  countIf(time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND path = {p1:String} AND type = 'pageview') AS pageviews,
  sumIf(sessions, session_start >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND (visitor_id, session_start) IN (SELECT visitor_id, session_start FROM events WHERE website_id = {p2:UUID} AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND path = {p1:String})) AS sessions,
  sumIf(bounces, session_start >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND (visitor_id, session_start) IN (SELECT visitor_id, session_start FROM events WHERE website_id = {p2:UUID} AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND path = {p1:String})) AS bounces,
  sumIf(duration, session_start >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND (visitor_id, session_start) IN (SELECT visitor_id, session_start FROM events WHERE website_id = {p2:UUID} AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND path = {p1:String})) AS duration
FROM events
WHERE website_id = {p2:UUID} AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC');
-- p0 = 1767830400000
-- p1 = "/pricing"
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = 1767225600000
-- p4 = 1767918600000

-- browser=Firefox&page=/pricing
SELECT
  uniqIf(visitor_id, time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND path = {p1:String}) AS visitors,
  uniqIf(visitor_id, time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND path = {p1:String} AND visitor_id IN (
    SELECT visitor_id FROM visitors WHERE website_id = {p2:UUID} AND first_seen < fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
  )) AS returning,
  countIf(time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND path = {p1:String} AND type = 'pageview') AS pageviews,
  sumIf(sessions, session_start >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND (visitor_id, session_start) IN (SELECT visitor_id, session_start FROM events WHERE website_id = {p2:UUID} AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND browser = {p4:String} AND path = {p1:String})) AS sessions,
  sumIf(bounces, session_start >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND (visitor_id, session_start) IN (SELECT visitor_id, session_start FROM events WHERE website_id = {p2:UUID} AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND browser = {p4:String} AND path = {p1:String})) AS bounces,
  sumIf(duration, session_start >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND (visitor_id, session_start) IN (SELECT visitor_id, session_start FROM events WHERE website_id = {p2:UUID} AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND browser = {p4:String} AND path = {p1:String})) AS duration
FROM events
WHERE website_id = {p2:UUID} AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND browser = {p4:String};
-- p0 = 1767830400000
-- p1 = "/pricing"
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = 1767225600000
-- p4 = "Firefox"
-- p5 = 1767918600000

-- made
SELECT
  bitmapCardinality(chosen) AS visitors,
  bitmapAndnotCardinality(bitmapSubsetInRange(chosen, toUInt32(0), toUInt32(2147483648)), newcomers) AS returning,
  pageviews, sessions, bounces, duration
FROM (
SELECT groupBitmapMergeState(seen) AS chosen, sum(views) AS pageviews,
  sum(sessions) AS sessions, sum(bounces) AS bounces, sum(duration) AS duration
FROM (
SELECT key, visitors AS seen, pageviews AS views, sessions, bounces, duration
FROM rollups
WHERE website_id = {p0:UUID} AND grouping = 'all' AND unit = 'month' AND start >= toDate({p1:Int64}) AND start < toDate({p2:Int64})
UNION ALL
SELECT key, visitors AS seen, pageviews AS views, sessions, bounces, duration
FROM rollups
WHERE website_id = {p0:UUID} AND grouping = 'all' AND unit = 'day' AND (start >= toDate({p3:Int64}) AND start < toDate({p1:Int64}) OR start >= toDate({p2:Int64}) AND start < toDate({p4:Int64}))
UNION ALL
SELECT CAST([] AS Array(String)) AS key, groupBitmapStateIf(if(number = 0, bitOr(toUInt32(2147483648), toUInt32(visitor_id)), number), time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave') AS seen,
  countIf(time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave' AND type = 'pageview') AS views, sumIf(sessions, session_start >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p5:Int64}, 'UTC')) AS sessions,
  sumIf(bounces, session_start >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p5:Int64}, 'UTC')) AS bounces, sumIf(duration, session_start >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p5:Int64}, 'UTC')) AS duration
FROM events
LEFT ANY JOIN (
  SELECT visitor_id, number FROM visitor_numbers
  WHERE website_id = {p0:UUID} AND since < toDate({p4:Int64})
    AND visitor_id IN (SELECT visitor_id FROM events WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave')
) AS numbers USING (visitor_id)
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC')
)) AS facts, (
SELECT groupBitmapMergeState(seen) AS newcomers
FROM (
SELECT visitors AS seen
FROM rollups
WHERE website_id = {p0:UUID} AND grouping = 'new' AND (unit = 'month' AND start >= toDate({p1:Int64}) AND start < toDate({p2:Int64}) OR unit = 'day' AND (start >= toDate({p3:Int64}) AND start < toDate({p1:Int64}) OR start >= toDate({p2:Int64}) AND start < toDate({p4:Int64})))
)) AS new;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 20485
-- p2 = 20513
-- p3 = 20474
-- p4 = 20519
-- p5 = 1773273600000
-- p6 = 1772841600000
-- p7 = 1773361800000

-- made, browser=Firefox
SELECT
  bitmapCardinality(chosen) AS visitors,
  bitmapAndnotCardinality(bitmapSubsetInRange(chosen, toUInt32(0), toUInt32(2147483648)), newcomers) AS returning,
  pageviews, sessions, bounces, duration
FROM (
SELECT groupBitmapMergeState(seen) AS chosen, sum(views) AS pageviews,
  sum(sessions) AS sessions, sum(bounces) AS bounces, sum(duration) AS duration
FROM (
SELECT CAST([] AS Array(String)) AS key, visitors AS seen, pageviews AS views, sessions, bounces, duration
FROM rollups
WHERE website_id = {p0:UUID} AND grouping = 'browser' AND unit = 'month' AND start >= toDate({p1:Int64}) AND start < toDate({p2:Int64}) AND key = [{p3:String}]
UNION ALL
SELECT CAST([] AS Array(String)) AS key, groupBitmapState(visitor) AS seen,
  sum(pageviews) AS views, sum(sessions) AS sessions, sum(bounces) AS bounces,
  sum(duration) AS duration
FROM session_days
WHERE website_id = {p0:UUID} AND (day >= toDate({p4:Int64}) AND day < toDate({p1:Int64}) OR day >= toDate({p2:Int64}) AND day < toDate({p5:Int64})) AND browser = {p3:String}

UNION ALL
SELECT CAST([] AS Array(String)) AS key, groupBitmapStateIf(if(number = 0, bitOr(toUInt32(2147483648), toUInt32(visitor_id)), number), time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND type != 'leave') AS seen,
  countIf(time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND type != 'leave' AND type = 'pageview') AS views, sumIf(sessions, session_start >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p6:Int64}, 'UTC')) AS sessions,
  sumIf(bounces, session_start >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p6:Int64}, 'UTC')) AS bounces, sumIf(duration, session_start >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p6:Int64}, 'UTC')) AS duration
FROM events
LEFT ANY JOIN (
  SELECT visitor_id, number FROM visitor_numbers
  WHERE website_id = {p0:UUID} AND since < toDate({p5:Int64})
    AND visitor_id IN (SELECT visitor_id FROM events WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND type != 'leave' AND browser = {p3:String})
) AS numbers USING (visitor_id)
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND browser = {p3:String}
)) AS facts, (
SELECT groupBitmapMergeState(seen) AS newcomers
FROM (
SELECT visitors AS seen
FROM rollups
WHERE website_id = {p0:UUID} AND grouping = 'new' AND (unit = 'month' AND start >= toDate({p1:Int64}) AND start < toDate({p2:Int64}) OR unit = 'day' AND (start >= toDate({p4:Int64}) AND start < toDate({p1:Int64}) OR start >= toDate({p2:Int64}) AND start < toDate({p5:Int64})))
)) AS new;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 20485
-- p2 = 20513
-- p3 = "Firefox"
-- p4 = 20474
-- p5 = 20519
-- p6 = 1773273600000
-- p7 = 1772841600000
-- p8 = 1773361800000

-- made, browser=Firefox&country=DE
SELECT
  bitmapCardinality(chosen) AS visitors,
  bitmapAndnotCardinality(bitmapSubsetInRange(chosen, toUInt32(0), toUInt32(2147483648)), newcomers) AS returning,
  pageviews, sessions, bounces, duration
FROM (
SELECT groupBitmapMergeState(seen) AS chosen, sum(views) AS pageviews,
  sum(sessions) AS sessions, sum(bounces) AS bounces, sum(duration) AS duration
FROM (
SELECT CAST([] AS Array(String)) AS key, groupBitmapState(visitor) AS seen,
  sum(pageviews) AS views, sum(sessions) AS sessions, sum(bounces) AS bounces,
  sum(duration) AS duration
FROM session_days
WHERE website_id = {p0:UUID} AND day >= toDate({p1:Int64}) AND day < toDate({p2:Int64}) AND country = {p3:String} AND browser = {p4:String}

UNION ALL
SELECT CAST([] AS Array(String)) AS key, groupBitmapStateIf(if(number = 0, bitOr(toUInt32(2147483648), toUInt32(visitor_id)), number), time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave') AS seen,
  countIf(time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave' AND type = 'pageview') AS views, sumIf(sessions, session_start >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p5:Int64}, 'UTC')) AS sessions,
  sumIf(bounces, session_start >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p5:Int64}, 'UTC')) AS bounces, sumIf(duration, session_start >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p5:Int64}, 'UTC')) AS duration
FROM events
LEFT ANY JOIN (
  SELECT visitor_id, number FROM visitor_numbers
  WHERE website_id = {p0:UUID} AND since < toDate({p2:Int64})
    AND visitor_id IN (SELECT visitor_id FROM events WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave' AND country = {p3:String} AND browser = {p4:String})
) AS numbers USING (visitor_id)
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND country = {p3:String} AND browser = {p4:String}
)) AS facts, (
SELECT groupBitmapMergeState(seen) AS newcomers
FROM (
SELECT visitors AS seen
FROM rollups
WHERE website_id = {p0:UUID} AND grouping = 'new' AND (unit = 'month' AND start >= toDate({p8:Int64}) AND start < toDate({p9:Int64}) OR unit = 'day' AND (start >= toDate({p1:Int64}) AND start < toDate({p8:Int64}) OR start >= toDate({p9:Int64}) AND start < toDate({p2:Int64})))
)) AS new;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 20474
-- p2 = 20519
-- p3 = "DE"
-- p4 = "Firefox"
-- p5 = 1773273600000
-- p6 = 1772841600000
-- p7 = 1773361800000
-- p8 = 20485
-- p9 = 20513
