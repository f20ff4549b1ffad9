-- plain
SELECT groupArray((at, facts)) AS points
FROM (
SELECT at, tuple(sumIf(f0, is_before = 0), sumIf(f1, is_before = 0), sumIf(f2, is_before = 0), sumIf(f3, is_before = 0)) AS facts
FROM (
SELECT transform(roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) + intDiv(toInt64(toUnixTimestamp(quarter)) * 1000 - roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), transform(roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), {p0:Array(Int64)}, {p2:Array(Int64)})) AS at, 0 AS is_before, 0 AS f0, sum(events) AS f1, 0 AS f2, 0 AS f3
FROM visits
WHERE website_id = {p3:UUID} AND indexHint(toDate(quarter) >= {p4:Date} AND toDate(quarter) <= {p5:Date}) AND quarter >= {p6:Int64} AND quarter < {p7:Int64} AND events > 0
GROUP BY at
UNION ALL
SELECT at AS at, 0 AS is_before, uniqIf(visitor_id, first_seen < start) AS f0, 0 AS f1, 0 AS f2, 0 AS f3
FROM (SELECT DISTINCT visitor_id, toInt64(toUnixTimestamp(quarter)) * 1000 - (toInt64(toUnixTimestamp(quarter)) * 1000 - roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)})) % transform(roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), {p0:Array(Int64)}, {p2:Array(Int64)}) AS start, transform(roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) + intDiv(toInt64(toUnixTimestamp(quarter)) * 1000 - roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), transform(roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), {p0:Array(Int64)}, {p2:Array(Int64)})) AS at FROM visits WHERE website_id = {p3:UUID} AND indexHint(toDate(quarter) >= {p4:Date} AND toDate(quarter) <= {p5:Date}) AND quarter >= {p6:Int64} AND quarter < {p7:Int64} AND events > 0) AS active
INNER JOIN (
  SELECT visitor_id, toUnixTimestamp64Milli(min(session_start)) AS first_seen FROM sessions
  WHERE website_id = {p3:UUID} AND visitor_id IN (SELECT visitor_id FROM visits WHERE website_id = {p3:UUID} AND indexHint(toDate(quarter) >= {p4:Date} AND toDate(quarter) <= {p5:Date}) AND quarter >= {p6:Int64} AND quarter < {p7:Int64} AND events > 0)
  GROUP BY visitor_id
) AS known USING (visitor_id)
GROUP BY at
UNION ALL
SELECT transform(roundDown(toUnixTimestamp64Milli(session_start), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) + intDiv(toUnixTimestamp64Milli(session_start) - roundDown(toUnixTimestamp64Milli(session_start), {p0:Array(Int64)}), transform(roundDown(toUnixTimestamp64Milli(session_start), {p0:Array(Int64)}), {p0:Array(Int64)}, {p2:Array(Int64)})) AS at, 0 AS is_before, 0 AS f0, 0 AS f1, sum(sessions) AS f2, sum(bounces) AS f3
FROM visits
WHERE website_id = {p3:UUID} AND indexHint(toDate(quarter) >= {p4:Date} AND toDate(quarter) <= {p8:Date}) AND quarter >= {p6:Int64} AND quarter < {p9:Int64} AND session_start >= fromUnixTimestamp64Milli({p10:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p11:Int64}, 'UTC')
GROUP BY at
)
GROUP BY at
);
-- p0 = [1767225600000,1767312000000]
-- p1 = [0,1]
-- p2 = [86400000,518400000]
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = "2026-01-01"
-- p5 = "2026-01-07"
-- p6 = 1767225600
-- p7 = 1767830400
-- p8 = "2026-01-09"
-- p9 = 1767918600
-- p10 = 1767225600000
-- p11 = 1767830400000

-- browser=Firefox
SELECT groupArray((at, facts)) AS points
FROM (
SELECT at, tuple(sumIf(f0, is_before = 0), sumIf(f1, is_before = 0), sumIf(f2, is_before = 0), sumIf(f3, is_before = 0)) AS facts
FROM (
SELECT transform(roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) + intDiv(toInt64(toUnixTimestamp(quarter)) * 1000 - roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), transform(roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), {p0:Array(Int64)}, {p2:Array(Int64)})) AS at, 0 AS is_before, 0 AS f0, sum(events) AS f1, 0 AS f2, 0 AS f3
FROM visits
WHERE website_id = {p3:UUID} AND indexHint(toDate(quarter) >= {p4:Date} AND toDate(quarter) <= {p5:Date}) AND quarter >= {p6:Int64} AND quarter < {p7:Int64} AND events > 0 AND browser = {p8:String}
GROUP BY at
UNION ALL
SELECT at AS at, 0 AS is_before, uniqIf(visitor_id, first_seen < start) AS f0, 0 AS f1, 0 AS f2, 0 AS f3
FROM (SELECT DISTINCT visitor_id, toInt64(toUnixTimestamp(quarter)) * 1000 - (toInt64(toUnixTimestamp(quarter)) * 1000 - roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)})) % transform(roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), {p0:Array(Int64)}, {p2:Array(Int64)}) AS start, transform(roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) + intDiv(toInt64(toUnixTimestamp(quarter)) * 1000 - roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), transform(roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), {p0:Array(Int64)}, {p2:Array(Int64)})) AS at FROM visits WHERE website_id = {p3:UUID} AND indexHint(toDate(quarter) >= {p4:Date} AND toDate(quarter) <= {p5:Date}) AND quarter >= {p6:Int64} AND quarter < {p7:Int64} AND events > 0 AND browser = {p8:String}) AS active
INNER JOIN (
  SELECT visitor_id, toUnixTimestamp64Milli(min(session_start)) AS first_seen FROM sessions
  WHERE website_id = {p3:UUID} AND visitor_id IN (SELECT visitor_id FROM visits WHERE website_id = {p3:UUID} AND indexHint(toDate(quarter) >= {p4:Date} AND toDate(quarter) <= {p5:Date}) AND quarter >= {p6:Int64} AND quarter < {p7:Int64} AND events > 0 AND browser = {p8:String})
  GROUP BY visitor_id
) AS known USING (visitor_id)
GROUP BY at
UNION ALL
SELECT transform(roundDown(toUnixTimestamp64Milli(session_start), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) + intDiv(toUnixTimestamp64Milli(session_start) - roundDown(toUnixTimestamp64Milli(session_start), {p0:Array(Int64)}), transform(roundDown(toUnixTimestamp64Milli(session_start), {p0:Array(Int64)}), {p0:Array(Int64)}, {p2:Array(Int64)})) AS at, 0 AS is_before, 0 AS f0, 0 AS f1, sum(sessions) AS f2, sum(bounces) AS f3
FROM visits
WHERE website_id = {p3:UUID} AND indexHint(toDate(quarter) >= {p4:Date} AND toDate(quarter) <= {p9:Date}) AND quarter >= {p6:Int64} AND quarter < {p10:Int64} AND session_start >= fromUnixTimestamp64Milli({p11:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p12:Int64}, 'UTC') AND browser = {p8:String}
GROUP BY at
)
GROUP BY at
);
-- p0 = [1767225600000,1767312000000]
-- p1 = [0,1]
-- p2 = [86400000,518400000]
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = "2026-01-01"
-- p5 = "2026-01-07"
-- p6 = 1767225600
-- p7 = 1767830400
-- p8 = "Firefox"
-- p9 = "2026-01-09"
-- p10 = 1767918600
-- p11 = 1767225600000
-- p12 = 1767830400000

-- page=/pricing
SELECT groupArray((at, facts)) AS points
FROM (
SELECT at, tuple(sumIf(f0, is_before = 0), sumIf(f1, is_before = 0), sumIf(f2, is_before = 0), sumIf(f3, is_before = 0)) AS facts
FROM (
SELECT transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) + intDiv(toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p2:Array(Int64)})) AS at, 0 AS is_before, 0 AS f0, count() AS f1, 0 AS f2, 0 AS f3
FROM events
WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p5:Date}) AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave' AND path = {p8:String}
GROUP BY at
UNION ALL
SELECT at AS at, 0 AS is_before, uniqIf(visitor_id, first_seen < start) AS f0, 0 AS f1, 0 AS f2, 0 AS f3
FROM (SELECT DISTINCT visitor_id, toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p2:Array(Int64)}) AS start, transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) + intDiv(toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p2:Array(Int64)})) AS at FROM events WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p5:Date}) AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave' AND path = {p8:String}) AS active
INNER JOIN (
  SELECT visitor_id, toUnixTimestamp64Milli(min(session_start)) AS first_seen FROM sessions
  WHERE website_id = {p3:UUID} AND visitor_id IN (SELECT visitor_id FROM events WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p5:Date}) AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave' AND path = {p8:String})
  GROUP BY visitor_id
) AS known USING (visitor_id)
GROUP BY at
UNION ALL
SELECT transform(roundDown(toUnixTimestamp64Milli(session_start), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) + intDiv(toUnixTimestamp64Milli(session_start) - roundDown(toUnixTimestamp64Milli(session_start), {p0:Array(Int64)}), transform(roundDown(toUnixTimestamp64Milli(session_start), {p0:Array(Int64)}), {p0:Array(Int64)}, {p2:Array(Int64)})) AS at, 0 AS is_before, 0 AS f0, 0 AS f1, sum(sessions) AS f2, sum(bounces) AS f3
FROM events
WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p9:Date}) AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p10:Int64}, 'UTC') AND session_start >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND (visitor_id, session_start, at) IN (
  SELECT visitor_id, session_start, transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) + intDiv(toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p2:Array(Int64)})) FROM events WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p5:Date}) AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave' AND path = {p8:String}
)
GROUP BY at
)
GROUP BY at
);
-- p0 = [1767225600000,1767312000000]
-- p1 = [0,1]
-- p2 = [86400000,518400000]
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = "2026-01-01"
-- p5 = "2026-01-07"
-- p6 = 1767225600000
-- p7 = 1767830400000
-- p8 = "/pricing"
-- p9 = "2026-01-09"
-- p10 = 1767918600000

-- counted
SELECT groupArray((at, facts)) AS points
FROM (
SELECT toInt64(day) AS at, tuple(sumIf(visitors, (previous_day > 0 AND previous_day < roundDown(day, {p0:Array(Int64)}) OR first_day < roundDown(day, {p0:Array(Int64)}))), sum(sessions), sum(bounces)) AS facts
FROM daily_visitors
WHERE website_id = {p1:UUID} AND generation = {p2:Int64} AND (dimension = '' AND day >= {p3:Int64} AND day < {p4:Int64})
GROUP BY at
);
-- p0 = [20455,20456]
-- p1 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p2 = 1
-- p3 = 20455
-- p4 = 20462

-- from within a quarter of an hour
SELECT groupArray((at, facts)) AS points
FROM (
SELECT at, tuple(sumIf(f0, is_before = 0), sumIf(f1, is_before = 0), sumIf(f2, is_before = 0), sumIf(f3, is_before = 0)) AS facts
FROM (
SELECT transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) + intDiv(toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p2:Array(Int64)})) AS at, 0 AS is_before, 0 AS f0, count() AS f1, 0 AS f2, 0 AS f3
FROM events
WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p5:Date}) AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave'
GROUP BY at
UNION ALL
SELECT at AS at, 0 AS is_before, uniqIf(visitor_id, first_seen < start) AS f0, 0 AS f1, 0 AS f2, 0 AS f3
FROM (SELECT DISTINCT visitor_id, toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p2:Array(Int64)}) AS start, transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) + intDiv(toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p2:Array(Int64)})) AS at FROM events WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p5:Date}) AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave') AS active
INNER JOIN (
  SELECT visitor_id, toUnixTimestamp64Milli(min(session_start)) AS first_seen FROM sessions
  WHERE website_id = {p3:UUID} AND visitor_id IN (SELECT visitor_id FROM events WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p5:Date}) AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave')
  GROUP BY visitor_id
) AS known USING (visitor_id)
GROUP BY at
UNION ALL
SELECT transform(roundDown(toUnixTimestamp64Milli(session_start), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) + intDiv(toUnixTimestamp64Milli(session_start) - roundDown(toUnixTimestamp64Milli(session_start), {p0:Array(Int64)}), transform(roundDown(toUnixTimestamp64Milli(session_start), {p0:Array(Int64)}), {p0:Array(Int64)}, {p2:Array(Int64)})) AS at, 0 AS is_before, 0 AS f0, 0 AS f1, sum(sessions) AS f2, sum(bounces) AS f3
FROM events
WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p8:Date}) AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p9:Int64}, 'UTC') AND session_start >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p7:Int64}, 'UTC')
GROUP BY at
)
GROUP BY at
);
-- p0 = [1767225600001,1767312000000]
-- p1 = [0,1]
-- p2 = [86399999,518400000]
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = "2026-01-01"
-- p5 = "2026-01-07"
-- p6 = 1767225600001
-- p7 = 1767830400000
-- p8 = "2026-01-09"
-- p9 = 1767918600000
