-- plain
SELECT groupArray((at, facts)) AS points
FROM (
SELECT toInt64(toUnixTimestamp(quarter)) * 1000 - (toInt64(toUnixTimestamp(quarter)) * 1000 - roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)})) % transform(roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) AS at, tuple(uniq(visitor_id), sum(pageviews)) AS facts
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

-- browser=Firefox
SELECT groupArray((at, facts)) AS points
FROM (
SELECT toInt64(toUnixTimestamp(quarter)) * 1000 - (toInt64(toUnixTimestamp(quarter)) * 1000 - roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)})) % transform(roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) AS at, tuple(uniq(visitor_id), sum(pageviews)) AS facts
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

-- page=/pricing
SELECT groupArray((at, facts)) AS points
FROM (
SELECT toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) AS at, tuple(uniq(visitor_id), countIf(type = 'pageview')) AS facts
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

-- counted
SELECT groupArray((at, facts)) AS points
FROM (
SELECT toInt64(day) AS at, tuple(sumIf(visitors, previous_day < roundDown(day, {p0:Array(Int64)})), sum(pageviews)) AS facts
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
SELECT toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) AS at, tuple(uniq(visitor_id), countIf(type = 'pageview')) AS facts
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
