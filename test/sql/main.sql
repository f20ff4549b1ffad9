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
