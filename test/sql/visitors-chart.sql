-- plain
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - {p0:Int64}) % {p1:Int64}) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p2:UUID} AND toDate(time) >= {p3:Date} AND toDate(time) <= {p4:Date} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave'
GROUP BY bucket
);
-- p0 = 1767225600000
-- p1 = 86400000
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = "2026-01-01"
-- p4 = "2026-01-07"
-- p5 = 1767830400000

-- plain, by hour
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - {p0:Int64}) % {p1:Int64}) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p2:UUID} AND toDate(time) >= {p3:Date} AND toDate(time) <= {p4:Date} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave'
GROUP BY bucket
);
-- p0 = 1767225600000
-- p1 = 86400000
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = "2026-01-01"
-- p4 = "2026-01-07"
-- p5 = 1767830400000

-- browser=Firefox
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - {p0:Int64}) % {p1:Int64}) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p2:UUID} AND toDate(time) >= {p3:Date} AND toDate(time) <= {p4:Date} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave' AND browser = {p6:String}
GROUP BY bucket
);
-- p0 = 1767225600000
-- p1 = 86400000
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = "2026-01-01"
-- p4 = "2026-01-07"
-- p5 = 1767830400000
-- p6 = "Firefox"

-- browser=Firefox, by hour
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - {p0:Int64}) % {p1:Int64}) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p2:UUID} AND toDate(time) >= {p3:Date} AND toDate(time) <= {p4:Date} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave' AND browser = {p6:String}
GROUP BY bucket
);
-- p0 = 1767225600000
-- p1 = 86400000
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = "2026-01-01"
-- p4 = "2026-01-07"
-- p5 = 1767830400000
-- p6 = "Firefox"

-- page=/pricing
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - {p0:Int64}) % {p1:Int64}) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p2:UUID} AND toDate(time) >= {p3:Date} AND toDate(time) <= {p4:Date} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave' AND path = {p6:String}
GROUP BY bucket
);
-- p0 = 1767225600000
-- p1 = 86400000
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = "2026-01-01"
-- p4 = "2026-01-07"
-- p5 = 1767830400000
-- p6 = "/pricing"

-- page=/pricing, by hour
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - {p0:Int64}) % {p1:Int64}) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p2:UUID} AND toDate(time) >= {p3:Date} AND toDate(time) <= {p4:Date} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave' AND path = {p6:String}
GROUP BY bucket
);
-- p0 = 1767225600000
-- p1 = 86400000
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = "2026-01-01"
-- p4 = "2026-01-07"
-- p5 = 1767830400000
-- p6 = "/pricing"

-- browser=Firefox&page=/pricing
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - {p0:Int64}) % {p1:Int64}) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p2:UUID} AND toDate(time) >= {p3:Date} AND toDate(time) <= {p4:Date} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave' AND browser = {p6:String} AND path = {p7:String}
GROUP BY bucket
);
-- p0 = 1767225600000
-- p1 = 86400000
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = "2026-01-01"
-- p4 = "2026-01-07"
-- p5 = 1767830400000
-- p6 = "Firefox"
-- p7 = "/pricing"

-- browser=Firefox&page=/pricing, by hour
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - {p0:Int64}) % {p1:Int64}) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p2:UUID} AND toDate(time) >= {p3:Date} AND toDate(time) <= {p4:Date} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave' AND browser = {p6:String} AND path = {p7:String}
GROUP BY bucket
);
-- p0 = 1767225600000
-- p1 = 86400000
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = "2026-01-01"
-- p4 = "2026-01-07"
-- p5 = 1767830400000
-- p6 = "Firefox"
-- p7 = "/pricing"

-- made
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT toString(day) AS bucket, facts[1] + returning[day - day + 1] AS visitors, facts[2] AS pageviews
FROM daily_totals
WHERE website_id = {p0:UUID} AND day >= {p1:Date} AND day < {p2:Date}
UNION ALL
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p3:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p3:Array(Int64)}), {p3:Array(Int64)}, {p4:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p2:Date} AND toDate(time) <= {p5:Date} AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave'
GROUP BY bucket
);
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-05"
-- p2 = "2026-03-07"
-- p3 = [1767571200000,1772928000000]
-- p4 = [5356800000,345600000]
-- p5 = "2026-03-11"
-- p6 = 1772841600000
-- p7 = 1773273600000

-- made, by hour
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT toString(toUnixTimestamp(start) * 1000) AS bucket, visitors, pageviews
FROM hourly_visitors
WHERE website_id = {p0:UUID} AND grouping = 'all' AND start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')
UNION ALL
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p3:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p3:Array(Int64)}), {p3:Array(Int64)}, {p4:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p5:Date} AND toDate(time) <= {p6:Date} AND time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave'
GROUP BY bucket
);
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 1767571200000
-- p2 = 1772841600000
-- p3 = [1767571200000,1772928000000]
-- p4 = [5356800000,345600000]
-- p5 = "2026-03-07"
-- p6 = "2026-03-11"
-- p7 = 1773273600000

-- made, browser=Firefox
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT toString(day) AS bucket, visitors[-1] AS visitors, facts[1] AS pageviews
FROM daily_values
WHERE website_id = {p0:UUID} AND grouping = 'browser' AND value = {p1:String} AND day >= {p2:Date} AND day < {p3:Date} AND only_from = toDate(0)
UNION ALL
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p4:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p4:Array(Int64)}), {p4:Array(Int64)}, {p5:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p3:Date} AND toDate(time) <= {p6:Date} AND time >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND type != 'leave' AND browser = {p1:String}
GROUP BY bucket
);
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "Firefox"
-- p2 = "2026-01-05"
-- p3 = "2026-03-07"
-- p4 = [1767571200000,1772928000000]
-- p5 = [5356800000,345600000]
-- p6 = "2026-03-11"
-- p7 = 1772841600000
-- p8 = 1773273600000

-- made, browser=Firefox, by hour
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT toString(toUnixTimestamp(start) * 1000) AS bucket, visitors, pageviews
FROM hourly_visitors
WHERE website_id = {p0:UUID} AND grouping = 'browser' AND key = [{p1:String}] AND start >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND start < fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
UNION ALL
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p4:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p4:Array(Int64)}), {p4:Array(Int64)}, {p5:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p6:Date} AND toDate(time) <= {p7:Date} AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND type != 'leave' AND browser = {p1:String}
GROUP BY bucket
);
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "Firefox"
-- p2 = 1767571200000
-- p3 = 1772841600000
-- p4 = [1767571200000,1772928000000]
-- p5 = [5356800000,345600000]
-- p6 = "2026-03-07"
-- p7 = "2026-03-11"
-- p8 = 1773273600000

-- made, page=/pricing
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT toString(day) AS bucket, visitors[-1] AS visitors, facts[1] AS pageviews
FROM daily_values
WHERE website_id = {p0:UUID} AND grouping = 'page' AND value = {p1:String} AND day >= {p2:Date} AND day < {p3:Date} AND only_from = toDate(0)
UNION ALL
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p4:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p4:Array(Int64)}), {p4:Array(Int64)}, {p5:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p3:Date} AND toDate(time) <= {p6:Date} AND time >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND type != 'leave' AND path = {p1:String}
GROUP BY bucket
);
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "/pricing"
-- p2 = "2026-01-05"
-- p3 = "2026-03-07"
-- p4 = [1767571200000,1772928000000]
-- p5 = [5356800000,345600000]
-- p6 = "2026-03-11"
-- p7 = 1772841600000
-- p8 = 1773273600000

-- made, page=/pricing, by hour
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT toString(toUnixTimestamp(start) * 1000) AS bucket, visitors, pageviews
FROM hourly_visitors
WHERE website_id = {p0:UUID} AND grouping = 'page' AND key = [{p1:String}] AND start >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND start < fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
UNION ALL
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p4:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p4:Array(Int64)}), {p4:Array(Int64)}, {p5:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p6:Date} AND toDate(time) <= {p7:Date} AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND type != 'leave' AND path = {p1:String}
GROUP BY bucket
);
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "/pricing"
-- p2 = 1767571200000
-- p3 = 1772841600000
-- p4 = [1767571200000,1772928000000]
-- p5 = [5356800000,345600000]
-- p6 = "2026-03-07"
-- p7 = "2026-03-11"
-- p8 = 1773273600000

-- made, browser=Firefox&country=DE
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT toString(day) AS bucket, groupBitmap(visitor) AS visitors, sum(pageviews) AS pageviews
FROM daily_sessions
WHERE website_id = {p0:UUID} AND day >= {p1:Date} AND day < {p2:Date} AND country = {p3:String} AND browser = {p4:String}
GROUP BY bucket
UNION ALL
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p5:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p5:Array(Int64)}), {p5:Array(Int64)}, {p6:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p2:Date} AND toDate(time) <= {p7:Date} AND time >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p9:Int64}, 'UTC') AND type != 'leave' AND country = {p3:String} AND browser = {p4:String}
GROUP BY bucket
);
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-05"
-- p2 = "2026-03-07"
-- p3 = "DE"
-- p4 = "Firefox"
-- p5 = [1767571200000,1772928000000]
-- p6 = [5356800000,345600000]
-- p7 = "2026-03-11"
-- p8 = 1772841600000
-- p9 = 1773273600000

-- made, browser=Firefox&country=DE, by hour
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p0:Array(Int64)}), {p0:Array(Int64)}, {p1:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p2:UUID} AND toDate(time) >= {p3:Date} AND toDate(time) <= {p4:Date} AND time >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND type != 'leave' AND country = {p7:String} AND browser = {p8:String}
GROUP BY bucket
);
-- p0 = [1767571200000,1772928000000]
-- p1 = [5356800000,345600000]
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = "2026-01-05"
-- p4 = "2026-03-11"
-- p5 = 1767571200000
-- p6 = 1773273600000
-- p7 = "DE"
-- p8 = "Firefox"

-- recent
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT toString(day) AS bucket, facts[1] + returning[day - day + 1] AS visitors, facts[2] AS pageviews
FROM daily_totals
WHERE website_id = {p0:UUID} AND day >= {p1:Date} AND day < {p2:Date}
UNION ALL
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p3:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p3:Array(Int64)}), {p3:Array(Int64)}, {p4:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p2:Date} AND toDate(time) <= {p5:Date} AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave'
GROUP BY bucket
);
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-03-02"
-- p2 = "2026-03-07"
-- p3 = [1772409600000,1772928000000]
-- p4 = [518400000,345600000]
-- p5 = "2026-03-11"
-- p6 = 1772841600000
-- p7 = 1773273600000

-- recent, by hour
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT toString(toUnixTimestamp(start) * 1000) AS bucket, visitors, pageviews
FROM hourly_visitors
WHERE website_id = {p0:UUID} AND grouping = 'all' AND start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')
UNION ALL
SELECT
  toString(toUnixTimestamp64Milli(time) - (toUnixTimestamp64Milli(time) - roundDown(toUnixTimestamp64Milli(time), {p3:Array(Int64)})) % transform(roundDown(toUnixTimestamp64Milli(time), {p3:Array(Int64)}), {p3:Array(Int64)}, {p4:Array(Int64)})) AS bucket,
  uniq(visitor_id) AS visitors,
  countIf(type = 'pageview') AS pageviews
FROM events
WHERE website_id = {p0:UUID} AND toDate(time) >= {p5:Date} AND toDate(time) <= {p6:Date} AND time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave'
GROUP BY bucket
);
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 1772409600000
-- p2 = 1772841600000
-- p3 = [1772409600000,1772928000000]
-- p4 = [518400000,345600000]
-- p5 = "2026-03-07"
-- p6 = "2026-03-11"
-- p7 = 1773273600000

-- settled
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT toString(day) AS bucket, facts[1] + returning[day - day + 1] AS visitors, facts[2] AS pageviews
FROM daily_totals
WHERE website_id = {p0:UUID} AND day >= {p1:Date} AND day < {p2:Date}
);
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-02-05"
-- p2 = "2026-02-15"

-- settled, by hour
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT toString(toUnixTimestamp(start) * 1000) AS bucket, visitors, pageviews
FROM hourly_visitors
WHERE website_id = {p0:UUID} AND grouping = 'all' AND start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')
);
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 1770249600000
-- p2 = 1771113600000

-- settled, browser=Firefox
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT toString(day) AS bucket, visitors[-1] AS visitors, facts[1] AS pageviews
FROM daily_values
WHERE website_id = {p0:UUID} AND grouping = 'browser' AND value = {p1:String} AND day >= {p2:Date} AND day < {p3:Date} AND only_from = toDate(0)
);
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "Firefox"
-- p2 = "2026-02-05"
-- p3 = "2026-02-15"

-- settled, browser=Firefox, by hour
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT toString(toUnixTimestamp(start) * 1000) AS bucket, visitors, pageviews
FROM hourly_visitors
WHERE website_id = {p0:UUID} AND grouping = 'browser' AND key = [{p1:String}] AND start >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND start < fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
);
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "Firefox"
-- p2 = 1770249600000
-- p3 = 1771113600000

-- many days, browser=Firefox
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT toString(day) AS bucket, visitors[-1] AS visitors, facts[1] AS pageviews
FROM daily_values
WHERE website_id = {p0:UUID} AND grouping = 'browser' AND value = {p1:String} AND day >= {p2:Date} AND day < {p3:Date} AND only_from = toDate(0)
);
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "Firefox"
-- p2 = "2026-01-04"
-- p3 = "2026-03-07"

-- many days, browser=Firefox, by hour
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT toString(toUnixTimestamp(start) * 1000) AS bucket, visitors, pageviews
FROM hourly_visitors
WHERE website_id = {p0:UUID} AND grouping = 'browser' AND key = [{p1:String}] AND start >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND start < fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
);
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "Firefox"
-- p2 = 1767484800000
-- p3 = 1772841600000

-- many days, channel=Email
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT toString(day) AS bucket, visitors[-1] AS visitors, facts[1] AS pageviews
FROM daily_values
WHERE website_id = {p0:UUID} AND grouping = 'channel' AND value = {p1:String} AND day >= {p2:Date} AND day < {p3:Date} AND only_from = toDate(0)
);
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "Email"
-- p2 = "2026-01-04"
-- p3 = "2026-03-07"

-- many days, channel=Email, by hour
SELECT groupArray(bucket) AS buckets, groupArray(visitors) AS visitors, groupArray(pageviews) AS pageviews
FROM (
SELECT toString(toUnixTimestamp(start) * 1000) AS bucket, visitors, pageviews
FROM hourly_visitors
WHERE website_id = {p0:UUID} AND grouping = 'channel' AND key = [{p1:String}] AND start >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND start < fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
);
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "Email"
-- p2 = 1767484800000
-- p3 = 1772841600000
