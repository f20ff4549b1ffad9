-- counted
SELECT groupArray((at, facts)) AS points
FROM (
SELECT toInt64(toUnixTimestamp(day)) * 1000 AS at, tuple(sumIf(visitors, (seen != 'again' OR previous_day < {p0:Int64})), sumIf(visitors, seen != 'new' AND previous_day < {p0:Int64}), sum(pageviews), sum(sessions), sum(bounces), sum(duration), sumIf(visitors, (seen != 'again' OR previous_day < {p1:Int64})), sumIf(visitors, (seen != 'again' OR previous_day < toDateTime(intDiv(toInt64(toUnixTimestamp(day)) * 1000 - (toInt64(toUnixTimestamp(day)) * 1000 - roundDown(toInt64(toUnixTimestamp(day)) * 1000, {p2:Array(Int64)})) % transform(roundDown(toInt64(toUnixTimestamp(day)) * 1000, {p2:Array(Int64)}), {p2:Array(Int64)}, {p3:Array(Int64)}), 1000))))) AS facts
FROM daily_visitors
WHERE website_id = {p4:UUID} AND generation = {p5:Int64} AND dimension = '' AND (day >= {p1:Int64} AND day < {p6:Int64})
GROUP BY at
);
-- p0 = 1767225600
-- p1 = 1766620800
-- p2 = [1767225600000,1767312000000]
-- p3 = [86400000,518400000]
-- p4 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p5 = 1
-- p6 = 1767830400

-- counted
SELECT dimension, length(value) AS level, value AS key, tuple(sumIf(visitors, (seen != 'again' OR previous_day < {p0:Int64}))) AS facts, multiIf(dimension IN ({p1:String}), ifNull(nullIf(
  replaceRegexpAll(replaceRegexpAll(lowerUTF8(value[{p2:Int64}]), '[ -/:-@[-`{-~]+', '-'), '^-|-$', ''), ''
), 'unknown'), '') AS row_name
FROM daily_visitors
WHERE website_id = {p3:UUID} AND generation = {p2:Int64} AND dimension IN ({p4:String}, {p5:String}, {p1:String}) AND (day >= {p0:Int64} AND day < {p6:Int64})
GROUP BY dimension, value
ORDER BY dimension, facts.1 DESC, row_name, key
LIMIT {p7:Int64} BY dimension, if(dimension IN ({p5:String}), key, []);
-- p0 = 1767225600
-- p1 = "os"
-- p2 = 1
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = "referrer"
-- p5 = "country"
-- p6 = 1767830400
-- p7 = 10

-- counted
SELECT 1 AS level,
  [toString(path)] AS key,
  tuple(uniq(visitor_id), countIf(type = 'pageview')) AS facts
FROM events
WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave'
GROUP BY path
ORDER BY level, facts.1 DESC, key
LIMIT {p5:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = 10

-- counted
SELECT 1 AS level,
  [toString(name)] AS key,
  tuple(uniq(visitor_id), count()) AS facts
FROM events
WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave'
GROUP BY name
HAVING level = 0 OR arrayExists(each -> each != '', key)
ORDER BY level, facts.1 DESC, key
LIMIT {p5:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = 10
