-- plain
SELECT groupArray((at, facts)) AS points
FROM (
SELECT at, tuple(f0, f1) AS facts
FROM (
SELECT transform(roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) + intDiv(toInt64(toUnixTimestamp(quarter)) * 1000 - roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), transform(roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), {p0:Array(Int64)}, {p2:Array(Int64)})) AS at, 0 AS is_before, uniq(visitor_id) AS f0, sum(pageviews) AS f1
FROM visits
WHERE website_id = {p3:UUID} AND indexHint(toDate(quarter) >= {p4:Date} AND toDate(quarter) <= {p5:Date}) AND quarter >= {p6:Int64} AND quarter < {p7:Int64} AND events > 0
GROUP BY at
)
);
-- p0 = [1767225600000,1767312000000]
-- p1 = [0,1]
-- p2 = [86400000,518400000]
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = "2026-01-01"
-- p5 = "2026-01-07"
-- p6 = 1767225600
-- p7 = 1767830400

-- browser=Firefox
SELECT groupArray((at, facts)) AS points
FROM (
SELECT at, tuple(f0, f1) AS facts
FROM (
SELECT transform(roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) + intDiv(toInt64(toUnixTimestamp(quarter)) * 1000 - roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), transform(roundDown(toInt64(toUnixTimestamp(quarter)) * 1000, {p0:Array(Int64)}), {p0:Array(Int64)}, {p2:Array(Int64)})) AS at, 0 AS is_before, uniq(visitor_id) AS f0, sum(pageviews) AS f1
FROM visits
WHERE website_id = {p3:UUID} AND indexHint(toDate(quarter) >= {p4:Date} AND toDate(quarter) <= {p5:Date}) AND quarter >= {p6:Int64} AND quarter < {p7:Int64} AND events > 0 AND browser = {p8:String}
GROUP BY at
)
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

-- page=/pricing
SELECT groupArray((at, facts)) AS points
FROM (
SELECT at, tuple(f0, f1) AS facts
FROM (
SELECT transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) + intDiv(toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p2:Array(Int64)})) AS at, 0 AS is_before, uniq(visitor_id) AS f0, countIf(type = 'pageview') AS f1
FROM events
WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p5:Date}) AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave' AND path = {p8:String}
GROUP BY at
)
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
SELECT at, tuple(f0, f1) AS facts
FROM (
SELECT transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)}) + intDiv(toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p2:Array(Int64)})) AS at, 0 AS is_before, uniq(visitor_id) AS f0, countIf(type = 'pageview') AS f1
FROM events
WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p5:Date}) AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave'
GROUP BY at
)
);
-- p0 = [1767225600001,1767312000000]
-- p1 = [0,1]
-- p2 = [86399999,518400000]
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = "2026-01-01"
-- p5 = "2026-01-07"
-- p6 = 1767225600001
-- p7 = 1767830400000
