-- plain
WITH quarter >= {p0:Int64} AND quarter < {p1:Int64} AND events > 0 AS is_chosen,
  session_start >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AS has_begun,
  quarter >= {p4:Int64} AND quarter < {p0:Int64} AND events > 0 AS was_chosen,
  session_start >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AS had_begun
SELECT tuple(uniqIf(visitor_id, is_chosen), uniqIf(visitor_id, is_chosen AND visitor_id IN (
    SELECT visitor_id FROM sessions WHERE website_id = {p6:UUID} AND session_start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')
  )), sumIf(pageviews, is_chosen), sumIf(sessions, has_begun), sumIf(bounces, has_begun), sumIf(duration, has_begun)) AS facts,
  tuple(uniqIf(visitor_id, was_chosen), sumIf(pageviews, was_chosen), sumIf(sessions, had_begun), sumIf(bounces, had_begun), sumIf(duration, had_begun)) AS facts_before
FROM visits
WHERE website_id = {p6:UUID} AND indexHint(toDate(quarter) >= {p7:Date} AND toDate(quarter) <= {p8:Date}) AND quarter >= {p4:Int64} AND quarter < {p9:Int64};
-- p0 = 1767225600
-- p1 = 1767830400
-- p2 = 1767225600000
-- p3 = 1767830400000
-- p4 = 1766620800
-- p5 = 1766620800000
-- p6 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p7 = "2025-12-25"
-- p8 = "2026-01-09"
-- p9 = 1767918600

-- browser=Firefox
WITH quarter >= {p0:Int64} AND quarter < {p1:Int64} AND events > 0 AS is_chosen,
  session_start >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AS has_begun,
  quarter >= {p4:Int64} AND quarter < {p0:Int64} AND events > 0 AS was_chosen,
  session_start >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AS had_begun
SELECT tuple(uniqIf(visitor_id, is_chosen), uniqIf(visitor_id, is_chosen AND visitor_id IN (
    SELECT visitor_id FROM sessions WHERE website_id = {p6:UUID} AND session_start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')
  )), sumIf(pageviews, is_chosen), sumIf(sessions, has_begun), sumIf(bounces, has_begun), sumIf(duration, has_begun)) AS facts,
  tuple(uniqIf(visitor_id, was_chosen), sumIf(pageviews, was_chosen), sumIf(sessions, had_begun), sumIf(bounces, had_begun), sumIf(duration, had_begun)) AS facts_before
FROM visits
WHERE website_id = {p6:UUID} AND indexHint(toDate(quarter) >= {p7:Date} AND toDate(quarter) <= {p8:Date}) AND quarter >= {p4:Int64} AND quarter < {p9:Int64} AND browser = {p10:String};
-- p0 = 1767225600
-- p1 = 1767830400
-- p2 = 1767225600000
-- p3 = 1767830400000
-- p4 = 1766620800
-- p5 = 1766620800000
-- p6 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p7 = "2025-12-25"
-- p8 = "2026-01-09"
-- p9 = 1767918600
-- p10 = "Firefox"

-- page=/pricing
WITH time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND path = {p2:String} AS is_chosen,
  session_start >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND (visitor_id, session_start) IN (SELECT visitor_id, session_start FROM events WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p5:Date}) AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND path = {p2:String}) AS has_begun,
  time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND path = {p2:String} AS was_chosen,
  session_start >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND (visitor_id, session_start) IN (SELECT visitor_id, session_start FROM events WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p7:Date} AND toDate(time) <= {p8:Date}) AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND path = {p2:String}) AS had_begun
SELECT tuple(uniqIf(visitor_id, is_chosen), uniqIf(visitor_id, is_chosen AND visitor_id IN (
    SELECT visitor_id FROM sessions WHERE website_id = {p3:UUID} AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC')
  )), countIf(type = 'pageview' AND is_chosen), sumIf(sessions, has_begun), sumIf(bounces, has_begun), sumIf(duration, has_begun)) AS facts,
  tuple(uniqIf(visitor_id, was_chosen), countIf(type = 'pageview' AND was_chosen), sumIf(sessions, had_begun), sumIf(bounces, had_begun), sumIf(duration, had_begun)) AS facts_before
FROM events
WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p7:Date} AND toDate(time) <= {p9:Date}) AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p10:Int64}, 'UTC');
-- p0 = 1767225600000
-- p1 = 1767830400000
-- p2 = "/pricing"
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = "2026-01-01"
-- p5 = "2026-01-07"
-- p6 = 1766620800000
-- p7 = "2025-12-25"
-- p8 = "2025-12-31"
-- p9 = "2026-01-09"
-- p10 = 1767918600000

-- counted
SELECT groupArray((at, facts)) AS points
FROM (
SELECT toInt64(day) AS at, tuple(sumIf(visitors, previous_day < {p0:Int64}), sumIf(visitors, (previous_day > 0 AND previous_day < {p0:Int64} OR first_day < {p0:Int64})), sum(pageviews), sum(sessions), sum(bounces), sum(duration), sumIf(visitors, previous_day < {p1:Int64})) AS facts
FROM daily_visitors
WHERE website_id = {p2:UUID} AND generation = {p3:Int64} AND (dimension = '' AND day >= {p1:Int64} AND day < {p4:Int64})
GROUP BY at
);
-- p0 = 20455
-- p1 = 20448
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = 1
-- p4 = 20462

-- counted, browser=Firefox
SELECT groupArray((at, facts)) AS points
FROM (
SELECT toInt64(day) AS at, tuple(sumIf(visitors, previous_day < {p0:Int64}), sumIf(visitors, (previous_day > 0 AND previous_day < {p0:Int64} OR first_day < {p0:Int64})), sum(pageviews), sum(sessions), sum(bounces), sum(duration), sumIf(visitors, previous_day < {p1:Int64})) AS facts
FROM daily_visitors
WHERE website_id = {p2:UUID} AND generation = {p3:Int64} AND (dimension = {p4:String} AND value = {p5:String} AND day >= {p1:Int64} AND day < {p6:Int64})
GROUP BY at
);
-- p0 = 20455
-- p1 = 20448
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = 1
-- p4 = "browser"
-- p5 = "Firefox"
-- p6 = 20462

-- counted, a part of a day compared
SELECT groupArray((at, facts)) AS points
FROM (
SELECT if(dimension = {p0:String}, -toInt64OrZero(value), toInt64(day)) AS at, tuple(sumIf(visitors, previous_day < {p1:Int64}), sumIf(visitors, (previous_day > 0 AND previous_day < {p1:Int64} OR first_day < {p1:Int64})), sum(pageviews), sum(sessions), sum(bounces), sum(duration), sumIf(visitors, previous_day < {p2:Int64})) AS facts
FROM daily_visitors
WHERE website_id = {p3:UUID} AND generation = {p4:Int64} AND (dimension = '' AND day >= {p2:Int64} AND day < {p5:Int64} OR dimension = {p0:String} AND day = {p6:Int64} AND value >= {p7:String} AND value < {p8:String})
GROUP BY at
);
-- p0 = "quarter"
-- p1 = 20455
-- p2 = 20448
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = 1
-- p5 = 20462
-- p6 = 20454
-- p7 = "1963488"
-- p8 = "1963489"

-- from within a quarter of an hour
WITH time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AS is_chosen,
  session_start >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AS has_begun,
  time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AS was_chosen,
  session_start >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AS had_begun
SELECT tuple(uniqIf(visitor_id, is_chosen), uniqIf(visitor_id, is_chosen AND visitor_id IN (
    SELECT visitor_id FROM sessions WHERE website_id = {p3:UUID} AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC')
  )), countIf(type = 'pageview' AND is_chosen), sumIf(sessions, has_begun), sumIf(bounces, has_begun), sumIf(duration, has_begun)) AS facts,
  tuple(uniqIf(visitor_id, was_chosen), countIf(type = 'pageview' AND was_chosen), sumIf(sessions, had_begun), sumIf(bounces, had_begun), sumIf(duration, had_begun)) AS facts_before
FROM events
WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p5:Date}) AND time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC');
-- p0 = 1767225600001
-- p1 = 1767830400000
-- p2 = 1766620800002
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = "2025-12-25"
-- p5 = "2026-01-09"
-- p6 = 1767918600000
