-- plain
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - {p0:Int64}) % {p1:Int64}) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p2:UUID} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND type != 'leave'
GROUP BY bucket;
-- p0 = 1767225600000
-- p1 = 86400000
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = 1767830400000

-- plain, by hour
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - {p0:Int64}) % {p1:Int64}) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p2:UUID} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND type != 'leave'
GROUP BY bucket;
-- p0 = 1767225600000
-- p1 = 86400000
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = 1767830400000

-- browser=Firefox
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - {p0:Int64}) % {p1:Int64}) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p2:UUID} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND type != 'leave' AND browser = {p4:String}
GROUP BY bucket;
-- p0 = 1767225600000
-- p1 = 86400000
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = 1767830400000
-- p4 = "Firefox"

-- browser=Firefox, by hour
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - {p0:Int64}) % {p1:Int64}) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p2:UUID} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND type != 'leave' AND browser = {p4:String}
GROUP BY bucket;
-- p0 = 1767225600000
-- p1 = 86400000
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = 1767830400000
-- p4 = "Firefox"

-- page=/pricing
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - {p0:Int64}) % {p1:Int64}) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p2:UUID} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND type != 'leave' AND path = {p4:String}
GROUP BY bucket;
-- p0 = 1767225600000
-- p1 = 86400000
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = 1767830400000
-- p4 = "/pricing"

-- page=/pricing, by hour
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - {p0:Int64}) % {p1:Int64}) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p2:UUID} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND type != 'leave' AND path = {p4:String}
GROUP BY bucket;
-- p0 = 1767225600000
-- p1 = 86400000
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = 1767830400000
-- p4 = "/pricing"

-- browser=Firefox&page=/pricing
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - {p0:Int64}) % {p1:Int64}) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p2:UUID} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND type != 'leave' AND browser = {p4:String} AND path = {p5:String}
GROUP BY bucket;
-- p0 = 1767225600000
-- p1 = 86400000
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = 1767830400000
-- p4 = "Firefox"
-- p5 = "/pricing"

-- browser=Firefox&page=/pricing, by hour
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - {p0:Int64}) % {p1:Int64}) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p2:UUID} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND type != 'leave' AND browser = {p4:String} AND path = {p5:String}
GROUP BY bucket;
-- p0 = 1767225600000
-- p1 = 86400000
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = 1767830400000
-- p4 = "Firefox"
-- p5 = "/pricing"

-- made
SELECT toString(day) AS bucket, visitors, views AS pageviews
FROM (
SELECT start AS day, people AS visitors, pageviews AS views
FROM totals
WHERE website_id = {p0:UUID} AND (unit = 'day' AND start IN {p1:Array(Int64)})
)
UNION ALL
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p2:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p2:Array(Int64)}), {p2:Array(Int64)}, {p3:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave'
GROUP BY bucket;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = [20474,20475,20476,20477,20478,20479,20480,20481,20482,20483,20484,20485,20486,20487,20488,20489,20490,20491,20492,20493,20494,20495,20496,20497,20498,20499,20500,20501,20502,20503,20504,20505,20506,20507,20508,20509,20510,20511,20512,20513,20514,20515,20516,20517,20518]
-- p2 = [1768953600000,1772928000000]
-- p3 = [3974400000,345600000]
-- p4 = 1772841600000
-- p5 = 1773273600000

-- made, by hour
SELECT toString(toUnixTimestamp(start) * 1000) AS bucket, hours.visitors, hours.pageviews
FROM hours
WHERE website_id = {p0:UUID} AND start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')
UNION ALL
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p3:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p3:Array(Int64)}), {p3:Array(Int64)}, {p4:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave'
GROUP BY bucket;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 1768953600000
-- p2 = 1772841600000
-- p3 = [1768953600000,1772928000000]
-- p4 = [3974400000,345600000]
-- p5 = 1773273600000

-- made, browser=Firefox
SELECT toString(day) AS bucket, visitors, views AS pageviews
FROM (
SELECT start AS day, people AS visitors, pageviews AS views
FROM rollups
WHERE website_id = {p0:UUID} AND key = [{p1:String}] AND grouping = 'browser' AND (unit = 'day' AND toStartOfMonth(start) IN {p2:Array(Int64)} AND start IN {p3:Array(Int64)})
)
UNION ALL
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p4:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p4:Array(Int64)}), {p4:Array(Int64)}, {p5:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave' AND browser = {p1:String}
GROUP BY bucket;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "Firefox"
-- p2 = [20454,20485,20513]
-- p3 = [20474,20475,20476,20477,20478,20479,20480,20481,20482,20483,20484,20485,20486,20487,20488,20489,20490,20491,20492,20493,20494,20495,20496,20497,20498,20499,20500,20501,20502,20503,20504,20505,20506,20507,20508,20509,20510,20511,20512,20513,20514,20515,20516,20517,20518]
-- p4 = [1768953600000,1772928000000]
-- p5 = [3974400000,345600000]
-- p6 = 1772841600000
-- p7 = 1773273600000

-- made, browser=Firefox, by hour
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p2:UUID} AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND browser = {p5:String}
GROUP BY bucket;
-- p0 = [1768953600000,1772928000000]
-- p1 = [3974400000,345600000]
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = 1768953600000
-- p4 = 1773273600000
-- p5 = "Firefox"

-- made, page=/pricing
SELECT toString(day) AS bucket, visitors, views AS pageviews
FROM (
SELECT start AS day, people AS visitors, pageviews AS views
FROM rollups
WHERE website_id = {p0:UUID} AND key = [{p1:String}] AND grouping = 'page' AND (unit = 'day' AND toStartOfMonth(start) IN {p2:Array(Int64)} AND start IN {p3:Array(Int64)})
)
UNION ALL
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p4:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p4:Array(Int64)}), {p4:Array(Int64)}, {p5:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave' AND path = {p1:String}
GROUP BY bucket;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "/pricing"
-- p2 = [20454,20485,20513]
-- p3 = [20474,20475,20476,20477,20478,20479,20480,20481,20482,20483,20484,20485,20486,20487,20488,20489,20490,20491,20492,20493,20494,20495,20496,20497,20498,20499,20500,20501,20502,20503,20504,20505,20506,20507,20508,20509,20510,20511,20512,20513,20514,20515,20516,20517,20518]
-- p4 = [1768953600000,1772928000000]
-- p5 = [3974400000,345600000]
-- p6 = 1772841600000
-- p7 = 1773273600000

-- made, page=/pricing, by hour
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p2:UUID} AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND path = {p5:String}
GROUP BY bucket;
-- p0 = [1768953600000,1772928000000]
-- p1 = [3974400000,345600000]
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = 1768953600000
-- p4 = 1773273600000
-- p5 = "/pricing"

-- made, browser=Firefox&country=DE
SELECT toString(day) AS bucket, visitors, views AS pageviews
FROM (
SELECT day, groupBitmap(visitor) AS visitors, sum(pageviews) AS views
FROM daily_sessions
WHERE website_id = {p0:UUID} AND (day >= toDate({p1:Int64}) AND day < toDate({p2:Int64})) AND country = {p3:String} AND browser = {p4:String}
GROUP BY day
)
UNION ALL
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p5:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p5:Array(Int64)}), {p5:Array(Int64)}, {p6:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND type != 'leave' AND country = {p3:String} AND browser = {p4:String}
GROUP BY bucket;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 20474
-- p2 = 20519
-- p3 = "DE"
-- p4 = "Firefox"
-- p5 = [1768953600000,1772928000000]
-- p6 = [3974400000,345600000]
-- p7 = 1772841600000
-- p8 = 1773273600000

-- made, browser=Firefox&country=DE, by hour
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p2:UUID} AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND country = {p5:String} AND browser = {p6:String}
GROUP BY bucket;
-- p0 = [1768953600000,1772928000000]
-- p1 = [3974400000,345600000]
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = 1768953600000
-- p4 = 1773273600000
-- p5 = "DE"
-- p6 = "Firefox"

-- settled
SELECT toString(day) AS bucket, visitors, views AS pageviews
FROM (
SELECT start AS day, people AS visitors, pageviews AS views
FROM totals
WHERE website_id = {p0:UUID} AND (unit = 'day' AND start IN {p1:Array(Int64)})
);
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = [20489,20490,20491,20492,20493,20494,20495,20496,20497,20498]

-- settled, by hour
SELECT toString(toUnixTimestamp(start) * 1000) AS bucket, hours.visitors, hours.pageviews
FROM hours
WHERE website_id = {p0:UUID} AND start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC');
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 1770249600000
-- p2 = 1771113600000

-- settled, browser=Firefox
SELECT toString(day) AS bucket, visitors, views AS pageviews
FROM (
SELECT start AS day, people AS visitors, pageviews AS views
FROM rollups
WHERE website_id = {p0:UUID} AND key = [{p1:String}] AND grouping = 'browser' AND (unit = 'day' AND toStartOfMonth(start) IN {p2:Array(Int64)} AND start IN {p3:Array(Int64)})
);
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "Firefox"
-- p2 = [20485]
-- p3 = [20489,20490,20491,20492,20493,20494,20495,20496,20497,20498]

-- settled, browser=Firefox, by hour
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - {p0:Int64}) % {p1:Int64}) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p2:UUID} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND type != 'leave' AND browser = {p4:String}
GROUP BY bucket;
-- p0 = 1770249600000
-- p1 = 864000000
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = 1771113600000
-- p4 = "Firefox"
