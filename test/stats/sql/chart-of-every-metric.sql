-- plain
SELECT groupArray((at, facts)) AS points
FROM (
SELECT toInt64(toUnixTimestamp(quarter)) * 1000 - (toInt64(toUnixTimestamp(quarter)) * 1000 - roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)})) % transform(roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) AS at, tuple(sum(events)) AS facts
FROM visits
WHERE website_id = {p2:UUID} AND indexHint(toDate(quarter) >= {p3:Date} AND toDate(quarter) <= {p4:Date}) AND quarter >= {p5:Int64} AND quarter < {p6:Int64} AND events > 0
GROUP BY at
);
-- p0 = [1767225600000,1767312000000]
-- p1 = [86400000,518400000]
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = "2026-01-01"
-- p4 = "2026-01-07"
-- p5 = 1767225600
-- p6 = 1767830400

-- plain
SELECT groupArray((at, facts)) AS points
FROM (
SELECT at, tuple(uniqIf(visitor_id, first_seen < at)) AS facts
FROM (SELECT DISTINCT visitor_id, toInt64(toUnixTimestamp(quarter)) * 1000 - (toInt64(toUnixTimestamp(quarter)) * 1000 - roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)})) % transform(roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) AS at FROM visits WHERE website_id = {p2:UUID} AND indexHint(toDate(quarter) >= {p3:Date} AND toDate(quarter) <= {p4:Date}) AND quarter >= {p5:Int64} AND quarter < {p6:Int64} AND events > 0) AS active
INNER JOIN (
  SELECT visitor_id, toUnixTimestamp64Milli(min(session_start)) AS first_seen FROM sessions
  WHERE website_id = {p2:UUID} AND visitor_id IN (SELECT visitor_id FROM visits WHERE website_id = {p2:UUID} AND indexHint(toDate(quarter) >= {p3:Date} AND toDate(quarter) <= {p4:Date}) AND quarter >= {p5:Int64} AND quarter < {p6:Int64} AND events > 0)
  GROUP BY visitor_id
) AS known USING (visitor_id)
GROUP BY at
);
-- p0 = [1767225600000,1767312000000]
-- p1 = [86400000,518400000]
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = "2026-01-01"
-- p4 = "2026-01-07"
-- p5 = 1767225600
-- p6 = 1767830400

-- plain
SELECT groupArray((at, facts)) AS points
FROM (
SELECT toUnixTimestamp64Milli(session_start) - (toUnixTimestamp64Milli(session_start) - roundDown(toUnixTimestamp64Milli(session_start), {p0:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(session_start), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) AS at, tuple(sum(sessions), sum(bounces)) AS facts
FROM visits
WHERE website_id = {p2:UUID} AND indexHint(toDate(quarter) >= {p3:Date} AND toDate(quarter) <= {p4:Date}) AND quarter >= {p5:Int64} AND quarter < {p6:Int64} AND session_start >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p8:Int64}, 'UTC')
GROUP BY at
);
-- p0 = [1767225600000,1767312000000]
-- p1 = [86400000,518400000]
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = "2026-01-01"
-- p4 = "2026-01-09"
-- p5 = 1767225600
-- p6 = 1767918600
-- p7 = 1767225600000
-- p8 = 1767830400000

-- browser=Firefox
SELECT groupArray((at, facts)) AS points
FROM (
SELECT toInt64(toUnixTimestamp(quarter)) * 1000 - (toInt64(toUnixTimestamp(quarter)) * 1000 - roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)})) % transform(roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) AS at, tuple(sum(events)) AS facts
FROM visits
WHERE website_id = {p2:UUID} AND indexHint(toDate(quarter) >= {p3:Date} AND toDate(quarter) <= {p4:Date}) AND quarter >= {p5:Int64} AND quarter < {p6:Int64} AND events > 0 AND browser = {p7:String}
GROUP BY at
);
-- p0 = [1767225600000,1767312000000]
-- p1 = [86400000,518400000]
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = "2026-01-01"
-- p4 = "2026-01-07"
-- p5 = 1767225600
-- p6 = 1767830400
-- p7 = "Firefox"

-- browser=Firefox
SELECT groupArray((at, facts)) AS points
FROM (
SELECT at, tuple(uniqIf(visitor_id, first_seen < at)) AS facts
FROM (SELECT DISTINCT visitor_id, toInt64(toUnixTimestamp(quarter)) * 1000 - (toInt64(toUnixTimestamp(quarter)) * 1000 - roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)})) % transform(roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) AS at FROM visits WHERE website_id = {p2:UUID} AND indexHint(toDate(quarter) >= {p3:Date} AND toDate(quarter) <= {p4:Date}) AND quarter >= {p5:Int64} AND quarter < {p6:Int64} AND events > 0 AND browser = {p7:String}) AS active
INNER JOIN (
  SELECT visitor_id, toUnixTimestamp64Milli(min(session_start)) AS first_seen FROM sessions
  WHERE website_id = {p2:UUID} AND visitor_id IN (SELECT visitor_id FROM visits WHERE website_id = {p2:UUID} AND indexHint(toDate(quarter) >= {p3:Date} AND toDate(quarter) <= {p4:Date}) AND quarter >= {p5:Int64} AND quarter < {p6:Int64} AND events > 0 AND browser = {p7:String})
  GROUP BY visitor_id
) AS known USING (visitor_id)
GROUP BY at
);
-- p0 = [1767225600000,1767312000000]
-- p1 = [86400000,518400000]
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = "2026-01-01"
-- p4 = "2026-01-07"
-- p5 = 1767225600
-- p6 = 1767830400
-- p7 = "Firefox"

-- browser=Firefox
SELECT groupArray((at, facts)) AS points
FROM (
SELECT toUnixTimestamp64Milli(session_start) - (toUnixTimestamp64Milli(session_start) - roundDown(toUnixTimestamp64Milli(session_start), {p0:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(session_start), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) AS at, tuple(sum(sessions), sum(bounces)) AS facts
FROM visits
WHERE website_id = {p2:UUID} AND indexHint(toDate(quarter) >= {p3:Date} AND toDate(quarter) <= {p4:Date}) AND quarter >= {p5:Int64} AND quarter < {p6:Int64} AND session_start >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND browser = {p9:String}
GROUP BY at
);
-- p0 = [1767225600000,1767312000000]
-- p1 = [86400000,518400000]
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = "2026-01-01"
-- p4 = "2026-01-09"
-- p5 = 1767225600
-- p6 = 1767918600
-- p7 = 1767225600000
-- p8 = 1767830400000
-- p9 = "Firefox"

-- page=/pricing
SELECT groupArray((at, facts)) AS points
FROM (
SELECT toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) AS at, tuple(count()) AS facts
FROM events
WHERE website_id = {p2:UUID} AND indexHint(toDate(time) >= {p3:Date} AND toDate(time) <= {p4:Date}) AND time >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND type != 'leave' AND path = {p7:String}
GROUP BY at
);
-- p0 = [1767225600000,1767312000000]
-- p1 = [86400000,518400000]
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = "2026-01-01"
-- p4 = "2026-01-07"
-- p5 = 1767225600000
-- p6 = 1767830400000
-- p7 = "/pricing"

-- page=/pricing
SELECT groupArray((at, facts)) AS points
FROM (
SELECT at, tuple(uniqIf(visitor_id, first_seen < at)) AS facts
FROM (SELECT DISTINCT visitor_id, toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) AS at FROM events WHERE website_id = {p2:UUID} AND indexHint(toDate(time) >= {p3:Date} AND toDate(time) <= {p4:Date}) AND time >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND type != 'leave' AND path = {p7:String}) AS active
INNER JOIN (
  SELECT visitor_id, toUnixTimestamp64Milli(min(session_start)) AS first_seen FROM sessions
  WHERE website_id = {p2:UUID} AND visitor_id IN (SELECT visitor_id FROM events WHERE website_id = {p2:UUID} AND indexHint(toDate(time) >= {p3:Date} AND toDate(time) <= {p4:Date}) AND time >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND type != 'leave' AND path = {p7:String})
  GROUP BY visitor_id
) AS known USING (visitor_id)
GROUP BY at
);
-- p0 = [1767225600000,1767312000000]
-- p1 = [86400000,518400000]
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = "2026-01-01"
-- p4 = "2026-01-07"
-- p5 = 1767225600000
-- p6 = 1767830400000
-- p7 = "/pricing"

-- page=/pricing
SELECT groupArray((at, facts)) AS points
FROM (
SELECT toUnixTimestamp64Milli(session_start) - (toUnixTimestamp64Milli(session_start) - roundDown(toUnixTimestamp64Milli(session_start), {p0:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(session_start), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) AS at, tuple(sum(sessions), sum(bounces)) AS facts
FROM events
WHERE website_id = {p2:UUID} AND indexHint(toDate(time) >= {p3:Date} AND toDate(time) <= {p4:Date}) AND time >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND session_start >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND (visitor_id, session_start, at) IN (
  SELECT visitor_id, session_start, toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) FROM events WHERE website_id = {p2:UUID} AND indexHint(toDate(time) >= {p3:Date} AND toDate(time) <= {p8:Date}) AND time >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave' AND path = {p9:String}
)
GROUP BY at
);
-- p0 = [1767225600000,1767312000000]
-- p1 = [86400000,518400000]
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = "2026-01-01"
-- p4 = "2026-01-09"
-- p5 = 1767225600000
-- p6 = 1767918600000
-- p7 = 1767830400000
-- p8 = "2026-01-07"
-- p9 = "/pricing"

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
SELECT toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) AS at, tuple(count()) AS facts
FROM events
WHERE website_id = {p2:UUID} AND indexHint(toDate(time) >= {p3:Date} AND toDate(time) <= {p4:Date}) AND time >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND type != 'leave'
GROUP BY at
);
-- p0 = [1767225600001,1767312000000]
-- p1 = [86399999,518400000]
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = "2026-01-01"
-- p4 = "2026-01-07"
-- p5 = 1767225600001
-- p6 = 1767830400000

-- from within a quarter of an hour
SELECT groupArray((at, facts)) AS points
FROM (
SELECT at, tuple(uniqIf(visitor_id, first_seen < at)) AS facts
FROM (SELECT DISTINCT visitor_id, toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) AS at FROM events WHERE website_id = {p2:UUID} AND indexHint(toDate(time) >= {p3:Date} AND toDate(time) <= {p4:Date}) AND time >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND type != 'leave') AS active
INNER JOIN (
  SELECT visitor_id, toUnixTimestamp64Milli(min(session_start)) AS first_seen FROM sessions
  WHERE website_id = {p2:UUID} AND visitor_id IN (SELECT visitor_id FROM events WHERE website_id = {p2:UUID} AND indexHint(toDate(time) >= {p3:Date} AND toDate(time) <= {p4:Date}) AND time >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND type != 'leave')
  GROUP BY visitor_id
) AS known USING (visitor_id)
GROUP BY at
);
-- p0 = [1767225600001,1767312000000]
-- p1 = [86399999,518400000]
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = "2026-01-01"
-- p4 = "2026-01-07"
-- p5 = 1767225600001
-- p6 = 1767830400000

-- from within a quarter of an hour
SELECT groupArray((at, facts)) AS points
FROM (
SELECT toUnixTimestamp64Milli(session_start) - (toUnixTimestamp64Milli(session_start) - roundDown(toUnixTimestamp64Milli(session_start), {p0:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(session_start), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) AS at, tuple(sum(sessions), sum(bounces)) AS facts
FROM events
WHERE website_id = {p2:UUID} AND indexHint(toDate(time) >= {p3:Date} AND toDate(time) <= {p4:Date}) AND time >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND session_start >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p7:Int64}, 'UTC')
GROUP BY at
);
-- p0 = [1767225600001,1767312000000]
-- p1 = [86399999,518400000]
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = "2026-01-01"
-- p4 = "2026-01-09"
-- p5 = 1767225600001
-- p6 = 1767918600000
-- p7 = 1767830400000
