-- plain
SELECT
  toString(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p1:UUID} AND time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND type != 'leave'
GROUP BY bucket;
-- p0 = [1767225600000,1767312000000,1767398400000,1767484800000,1767571200000,1767657600000,1767744000000]
-- p1 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p2 = 1767225600000
-- p3 = 1767830400000

-- plain, by hour
SELECT
  toString(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)})) AS bucket,
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
  toString(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)})) AS bucket,
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

-- browser=Firefox, by hour
SELECT
  toString(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)})) AS bucket,
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
  toString(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)})) AS bucket,
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

-- page=/pricing, by hour
SELECT
  toString(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)})) AS bucket,
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
  toString(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)})) AS bucket,
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

-- browser=Firefox&page=/pricing, by hour
SELECT
  toString(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)})) AS bucket,
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

-- made
SELECT toString(day) AS bucket, groupBitmapMerge(seen) AS visitors, sum(views) AS pageviews
FROM (
SELECT start AS day, visitors AS seen, pageviews AS views
FROM rollups
WHERE website_id = {p0:UUID} AND grouping = 'all' AND unit = 'day' AND start >= toDate({p1:Int64}) AND start < toDate({p2:Int64})
)
GROUP BY day
UNION ALL
SELECT
  toString(roundDown(toUnixTimestamp64Milli(time), {p3:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave'
GROUP BY bucket;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 20474
-- p2 = 20519
-- p3 = [1768953600000,1772928000000]
-- p4 = 1772841600000
-- p5 = 1773273600000

-- made, by hour
SELECT toString(toUnixTimestamp(start) * 1000) AS bucket, hours.visitors, hours.pageviews
FROM hours
WHERE website_id = {p0:UUID} AND start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')
UNION ALL
SELECT
  toString(roundDown(toUnixTimestamp64Milli(time), {p3:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave'
GROUP BY bucket;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 1768953600000
-- p2 = 1772841600000
-- p3 = [1768953600000,1772928000000]
-- p4 = 1773273600000

-- made, browser=Firefox
SELECT toString(day) AS bucket, groupBitmapMerge(seen) AS visitors, sum(views) AS pageviews
FROM (
SELECT day, groupBitmapState(visitor) AS seen, sum(pageviews) AS views
FROM session_days
WHERE website_id = {p0:UUID} AND day >= toDate({p1:Int64}) AND day < toDate({p2:Int64}) AND browser = {p3:String}
GROUP BY day
)
GROUP BY day
UNION ALL
SELECT
  toString(roundDown(toUnixTimestamp64Milli(time), {p4:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND type != 'leave' AND browser = {p3:String}
GROUP BY bucket;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 20474
-- p2 = 20519
-- p3 = "Firefox"
-- p4 = [1768953600000,1772928000000]
-- p5 = 1772841600000
-- p6 = 1773273600000

-- made, browser=Firefox, by hour
SELECT
  toString(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p1:UUID} AND time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND type != 'leave' AND browser = {p4:String}
GROUP BY bucket;
-- p0 = [1768953600000,1772928000000]
-- p1 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p2 = 1768953600000
-- p3 = 1773273600000
-- p4 = "Firefox"

-- made, browser=Firefox&country=DE
SELECT toString(day) AS bucket, groupBitmapMerge(seen) AS visitors, sum(views) AS pageviews
FROM (
SELECT day, groupBitmapState(visitor) AS seen, sum(pageviews) AS views
FROM session_days
WHERE website_id = {p0:UUID} AND day >= toDate({p1:Int64}) AND day < toDate({p2:Int64}) AND country = {p3:String} AND browser = {p4:String}
GROUP BY day
)
GROUP BY day
UNION ALL
SELECT
  toString(roundDown(toUnixTimestamp64Milli(time), {p5:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave' AND country = {p3:String} AND browser = {p4:String}
GROUP BY bucket;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 20474
-- p2 = 20519
-- p3 = "DE"
-- p4 = "Firefox"
-- p5 = [1768953600000,1772928000000]
-- p6 = 1772841600000
-- p7 = 1773273600000

-- made, browser=Firefox&country=DE, by hour
SELECT
  toString(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p1:UUID} AND time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND type != 'leave' AND country = {p4:String} AND browser = {p5:String}
GROUP BY bucket;
-- p0 = [1768953600000,1772928000000]
-- p1 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p2 = 1768953600000
-- p3 = 1773273600000
-- p4 = "DE"
-- p5 = "Firefox"
