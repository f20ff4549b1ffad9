-- plain
SELECT
  roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p1:UUID} AND time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND type != 'leave'
GROUP BY bucket;
-- p0 = [1767225600000,1767312000000,1767398400000,1767484800000,1767571200000,1767657600000,1767744000000]
-- p1 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p2 = 1767225600000
-- p3 = 1767830400000

-- browser=Firefox
SELECT
  roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p1:UUID} AND time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND type != 'leave' AND browser = {p4:String}
GROUP BY bucket;
-- p0 = [1767225600000,1767312000000,1767398400000,1767484800000,1767571200000,1767657600000,1767744000000]
-- p1 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p2 = 1767225600000
-- p3 = 1767830400000
-- p4 = "Firefox"

-- page=/pricing
SELECT
  roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p1:UUID} AND time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND type != 'leave' AND path = {p4:String}
GROUP BY bucket;
-- p0 = [1767225600000,1767312000000,1767398400000,1767484800000,1767571200000,1767657600000,1767744000000]
-- p1 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p2 = 1767225600000
-- p3 = 1767830400000
-- p4 = "/pricing"

-- browser=Firefox&page=/pricing
SELECT
  roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p1:UUID} AND time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND type != 'leave' AND browser = {p4:String} AND path = {p5:String}
GROUP BY bucket;
-- p0 = [1767225600000,1767312000000,1767398400000,1767484800000,1767571200000,1767657600000,1767744000000]
-- p1 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p2 = 1767225600000
-- p3 = 1767830400000
-- p4 = "Firefox"
-- p5 = "/pricing"
