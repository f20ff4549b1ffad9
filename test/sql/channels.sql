-- plain
SELECT
  ['total', 'channel', 'source'][2 - grouping(channel) - grouping(referrer) + 1] AS level,
  toString(channel) AS channel_name,
  toString(referrer) AS source,
  uniq(visitor_id) AS visitors
FROM visits
WHERE website_id = {p0:UUID} AND indexHint(toDate(quarter) >= {p1:Date} AND toDate(quarter) <= {p2:Date}) AND quarter >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND quarter < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND events > 0
GROUP BY GROUPING SETS ((channel, referrer), (channel), ())
ORDER BY level, visitors DESC, channel_name, source
LIMIT {p5:Int64} BY level, channel_name;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = 5

-- browser=Firefox
SELECT
  ['total', 'channel', 'source'][2 - grouping(channel) - grouping(referrer) + 1] AS level,
  toString(channel) AS channel_name,
  toString(referrer) AS source,
  uniq(visitor_id) AS visitors
FROM visits
WHERE website_id = {p0:UUID} AND indexHint(toDate(quarter) >= {p1:Date} AND toDate(quarter) <= {p2:Date}) AND quarter >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND quarter < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND events > 0 AND browser = {p5:String}
GROUP BY GROUPING SETS ((channel, referrer), (channel), ())
ORDER BY level, visitors DESC, channel_name, source
LIMIT {p6:Int64} BY level, channel_name;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = "Firefox"
-- p6 = 5

-- page=/pricing
SELECT
  ['total', 'channel', 'source'][2 - grouping(channel) - grouping(referrer) + 1] AS level,
  toString(channel) AS channel_name,
  toString(referrer) AS source,
  uniq(visitor_id) AS visitors
FROM events
WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND path = {p5:String}
GROUP BY GROUPING SETS ((channel, referrer), (channel), ())
ORDER BY level, visitors DESC, channel_name, source
LIMIT {p6:Int64} BY level, channel_name;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = "/pricing"
-- p6 = 5

-- counted
SELECT
  ['total', 'channel', 'source'][depth + 1] AS level,
  toString(channel) AS channel_name,
  toString(referrer) AS source,
  sumIf(visitors, (seen != 'again' OR previous_day < {p0:Int64})) AS visitors
FROM (
  SELECT length(value) AS depth, value[{p1:Int64}] AS channel, value[{p2:Int64}] AS referrer, * FROM daily_visitors WHERE website_id = {p3:UUID} AND generation = {p1:Int64} AND dimension IN ({p4:String}, {p5:String}, {p6:String}) AND day >= {p0:Int64} AND day < {p7:Int64}
)
GROUP BY depth, channel, referrer
ORDER BY level, visitors DESC, channel_name, source
LIMIT {p8:Int64} BY level, channel_name;
-- p0 = 1767225600
-- p1 = 1
-- p2 = 2
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = "channel,referrer"
-- p5 = "channel"
-- p6 = ""
-- p7 = 1767830400
-- p8 = 5

-- from within a quarter of an hour
SELECT
  ['total', 'channel', 'source'][2 - grouping(channel) - grouping(referrer) + 1] AS level,
  toString(channel) AS channel_name,
  toString(referrer) AS source,
  uniq(visitor_id) AS visitors
FROM events
WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave'
GROUP BY GROUPING SETS ((channel, referrer), (channel), ())
ORDER BY level, visitors DESC, channel_name, source
LIMIT {p5:Int64} BY level, channel_name;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600001
-- p4 = 1767830400000
-- p5 = 5
