-- plain
SELECT
  multiIf(grouping(channel) = 1, 'total', grouping(referrer) = 1, 'channel', 'source') AS level,
  toString(channel) AS name,
  toString(referrer) AS source,
  uniq(visitor_id) AS visitors
FROM events
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave'
GROUP BY GROUPING SETS ((channel), (channel, referrer), ())
ORDER BY level, visitors DESC, name, source
LIMIT {p3:Int64} BY level, name;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 1767225600000
-- p2 = 1767830400000
-- p3 = 5

-- browser=Firefox
SELECT
  multiIf(grouping(channel) = 1, 'total', grouping(referrer) = 1, 'channel', 'source') AS level,
  toString(channel) AS name,
  toString(referrer) AS source,
  uniq(visitor_id) AS visitors
FROM events
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave' AND browser = {p3:String}
GROUP BY GROUPING SETS ((channel), (channel, referrer), ())
ORDER BY level, visitors DESC, name, source
LIMIT {p4:Int64} BY level, name;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 1767225600000
-- p2 = 1767830400000
-- p3 = "Firefox"
-- p4 = 5

-- page=/pricing
SELECT
  multiIf(grouping(channel) = 1, 'total', grouping(referrer) = 1, 'channel', 'source') AS level,
  toString(channel) AS name,
  toString(referrer) AS source,
  uniq(visitor_id) AS visitors
FROM events
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave' AND path = {p3:String}
GROUP BY GROUPING SETS ((channel), (channel, referrer), ())
ORDER BY level, visitors DESC, name, source
LIMIT {p4:Int64} BY level, name;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 1767225600000
-- p2 = 1767830400000
-- p3 = "/pricing"
-- p4 = 5

-- browser=Firefox&page=/pricing
SELECT
  multiIf(grouping(channel) = 1, 'total', grouping(referrer) = 1, 'channel', 'source') AS level,
  toString(channel) AS name,
  toString(referrer) AS source,
  uniq(visitor_id) AS visitors
FROM events
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave' AND browser = {p3:String} AND path = {p4:String}
GROUP BY GROUPING SETS ((channel), (channel, referrer), ())
ORDER BY level, visitors DESC, name, source
LIMIT {p5:Int64} BY level, name;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 1767225600000
-- p2 = 1767830400000
-- p3 = "Firefox"
-- p4 = "/pricing"
-- p5 = 5
