-- plain
SELECT [{p0:Int64}, {p1:Int64}] AS period,
  [uniqIf(visitor_id, time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave'), uniqIf(visitor_id, time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave')] AS visitors,
  [uniqIf(visitor_id, time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave' AND visitor_id IN (
    SELECT visitor_id FROM visitors WHERE website_id = {p3:UUID} AND first_seen < fromUnixTimestamp64Milli({p0:Int64}, 'UTC')
  )), uniqIf(visitor_id, time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND visitor_id IN (
    SELECT visitor_id FROM visitors WHERE website_id = {p3:UUID} AND first_seen < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')
  ))] AS returning,
  [countIf(time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave' AND type = 'pageview'), countIf(time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND type = 'pageview')] AS pageviews,
  [sumIf(sessions, session_start >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')), sumIf(sessions, session_start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC'))] AS sessions,
  [sumIf(bounces, session_start >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')), sumIf(bounces, session_start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC'))] AS bounces,
  [sumIf(duration, session_start >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')), sumIf(duration, session_start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC'))] AS duration
FROM events
WHERE website_id = {p3:UUID} AND time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC');
-- p0 = 1767225600000
-- p1 = 1766620800000
-- p2 = 1767830400000
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = 1767918600000

-- browser=Firefox
SELECT [{p0:Int64}, {p1:Int64}] AS period,
  [uniqIf(visitor_id, time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave'), uniqIf(visitor_id, time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave')] AS visitors,
  [uniqIf(visitor_id, time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave' AND visitor_id IN (
    SELECT visitor_id FROM visitors WHERE website_id = {p3:UUID} AND first_seen < fromUnixTimestamp64Milli({p0:Int64}, 'UTC')
  )), uniqIf(visitor_id, time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND visitor_id IN (
    SELECT visitor_id FROM visitors WHERE website_id = {p3:UUID} AND first_seen < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')
  ))] AS returning,
  [countIf(time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave' AND type = 'pageview'), countIf(time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND type = 'pageview')] AS pageviews,
  [sumIf(sessions, session_start >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')), sumIf(sessions, session_start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC'))] AS sessions,
  [sumIf(bounces, session_start >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')), sumIf(bounces, session_start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC'))] AS bounces,
  [sumIf(duration, session_start >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')), sumIf(duration, session_start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC'))] AS duration
FROM events
WHERE website_id = {p3:UUID} AND time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND browser = {p5:String};
-- p0 = 1767225600000
-- p1 = 1766620800000
-- p2 = 1767830400000
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = 1767918600000
-- p5 = "Firefox"

-- page=/pricing
SELECT [{p0:Int64}] AS period,
  [uniqIf(visitor_id, time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND path = {p2:String})] AS visitors,
  [uniqIf(visitor_id, time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND path = {p2:String} AND visitor_id IN (
    SELECT visitor_id FROM visitors WHERE website_id = {p3:UUID} AND first_seen < fromUnixTimestamp64Milli({p0:Int64}, 'UTC')
  ))] AS returning,
  [countIf(time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND path = {p2:String} AND type = 'pageview')] AS pageviews,
  [sumIf(sessions, session_start >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND (visitor_id, session_start) IN (SELECT visitor_id, session_start FROM events WHERE website_id = {p3:UUID} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND path = {p2:String}))] AS sessions,
  [sumIf(bounces, session_start >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND (visitor_id, session_start) IN (SELECT visitor_id, session_start FROM events WHERE website_id = {p3:UUID} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND path = {p2:String}))] AS bounces,
  [sumIf(duration, session_start >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND (visitor_id, session_start) IN (SELECT visitor_id, session_start FROM events WHERE website_id = {p3:UUID} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND path = {p2:String}))] AS duration
FROM events
WHERE website_id = {p3:UUID} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC');
-- p0 = 1767225600000
-- p1 = 1767830400000
-- p2 = "/pricing"
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = 1767918600000

-- browser=Firefox&page=/pricing
SELECT [{p0:Int64}] AS period,
  [uniqIf(visitor_id, time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND path = {p2:String})] AS visitors,
  [uniqIf(visitor_id, time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND path = {p2:String} AND visitor_id IN (
    SELECT visitor_id FROM visitors WHERE website_id = {p3:UUID} AND first_seen < fromUnixTimestamp64Milli({p0:Int64}, 'UTC')
  ))] AS returning,
  [countIf(time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND path = {p2:String} AND type = 'pageview')] AS pageviews,
  [sumIf(sessions, session_start >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND (visitor_id, session_start) IN (SELECT visitor_id, session_start FROM events WHERE website_id = {p3:UUID} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND browser = {p4:String} AND path = {p2:String}))] AS sessions,
  [sumIf(bounces, session_start >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND (visitor_id, session_start) IN (SELECT visitor_id, session_start FROM events WHERE website_id = {p3:UUID} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND browser = {p4:String} AND path = {p2:String}))] AS bounces,
  [sumIf(duration, session_start >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND (visitor_id, session_start) IN (SELECT visitor_id, session_start FROM events WHERE website_id = {p3:UUID} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND browser = {p4:String} AND path = {p2:String}))] AS duration
FROM events
WHERE website_id = {p3:UUID} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND browser = {p4:String};
-- p0 = 1767225600000
-- p1 = 1767830400000
-- p2 = "/pricing"
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = "Firefox"
-- p5 = 1767918600000

-- made
SELECT period,
  bitmapCardinality(groupBitmapMergeState(seen) AS chosen) AS visitors,
  bitmapAndnotCardinality(chosen, groupBitmapMergeState(newcomers)) AS returning,
  sum(views) AS pageviews, sum(sessions) AS sessions, sum(bounces) AS bounces, sum(duration) AS duration
FROM (
SELECT if(start >= toDate({p0:Int64}), {p1:Int64}, {p2:Int64}) AS period, visitors AS seen, newcomers, pageviews AS views, sessions, bounces, toInt64(duration) AS duration
FROM totals
WHERE website_id = {p3:UUID} AND (unit = 'month' AND start IN {p4:Array(Int64)} OR unit = 'day' AND start IN {p5:Array(Int64)})
UNION ALL
SELECT {p1:Int64} AS period, groupBitmapStateIf(if(number = 0, bitOr(toUInt32(2147483648), toUInt32(visitor_id)), number), time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave') AS seen,
  groupBitmapStateIf(if(number = 0, bitOr(toUInt32(2147483648), toUInt32(visitor_id)), number), time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave' AND number = 0) AS newcomers,
  countIf(time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave' AND type = 'pageview') AS views, toInt64(sumIf(sessions, session_start >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AS is_begun)) AS sessions,
  sumIf(bounces, is_begun) AS bounces, toInt64(sumIf(duration, is_begun)) AS duration
FROM events
LEFT ANY JOIN (
  SELECT visitor_id, number FROM visitor_numbers
  WHERE website_id = {p3:UUID} AND since < toDate({p8:Int64})
    AND visitor_id IN (SELECT visitor_id FROM events WHERE website_id = {p3:UUID} AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave')
) AS numbers USING (visitor_id)
WHERE website_id = {p3:UUID} AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p9:Int64}, 'UTC')
)
GROUP BY period;
-- p0 = 20474
-- p1 = 1768953600000
-- p2 = 1764633600000
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = [20485]
-- p5 = [20474,20475,20476,20477,20478,20479,20480,20481,20482,20483,20484,20513,20514,20515,20516,20517,20518,20424,20425,20426,20427,20428,20429,20430,20431,20432,20433,20434,20435,20436,20437,20438,20439,20440,20441,20442,20443,20444,20445,20446,20447,20448,20449,20450,20451,20452,20453,20454,20455,20456,20457,20458,20459,20460,20461,20462,20463,20464,20465,20466,20467,20468,20469,20470,20471,20472,20473]
-- p6 = 1772841600000
-- p7 = 1773273600000
-- p8 = 20519
-- p9 = 1773361800000

-- made, browser=Firefox
SELECT period,
  bitmapCardinality(groupBitmapMergeState(seen) AS chosen) AS visitors,
  bitmapAndnotCardinality(chosen, groupBitmapMergeState(newcomers)) AS returning,
  sum(views) AS pageviews, sum(sessions) AS sessions, sum(bounces) AS bounces, sum(duration) AS duration
FROM (
SELECT if(start >= toDate({p0:Int64}), {p1:Int64}, {p2:Int64}) AS period, visitors AS seen, bitmapBuild(CAST([] AS Array(UInt32))) AS newcomers, pageviews AS views,
  sessions AS sessions, bounces AS bounces, toInt64(duration) AS duration
FROM rollups
WHERE website_id = {p3:UUID} AND key = [{p4:String}] AND grouping = 'browser' AND (unit = 'month' AND toStartOfMonth(start) IN {p5:Array(Int64)} AND start IN {p5:Array(Int64)} OR unit = 'day' AND toStartOfMonth(start) IN {p6:Array(Int64)} AND start IN {p7:Array(Int64)})
UNION ALL
SELECT if(start >= toDate({p0:Int64}), {p1:Int64}, {p2:Int64}) AS period, bitmapBuild(CAST([] AS Array(UInt32))) AS seen, newcomers, 0 AS views, 0 AS sessions, 0 AS bounces, 0 AS duration
FROM totals
WHERE website_id = {p3:UUID} AND (unit = 'month' AND start IN {p5:Array(Int64)} OR unit = 'day' AND start IN {p7:Array(Int64)})
UNION ALL
SELECT {p1:Int64} AS period, groupBitmapStateIf(if(number = 0, bitOr(toUInt32(2147483648), toUInt32(visitor_id)), number), time >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p9:Int64}, 'UTC') AND type != 'leave') AS seen,
  groupBitmapStateIf(if(number = 0, bitOr(toUInt32(2147483648), toUInt32(visitor_id)), number), time >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p9:Int64}, 'UTC') AND type != 'leave' AND number = 0) AS newcomers,
  countIf(time >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p9:Int64}, 'UTC') AND type != 'leave' AND type = 'pageview') AS views, toInt64(sumIf(sessions, session_start >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p9:Int64}, 'UTC') AS is_begun)) AS sessions,
  sumIf(bounces, is_begun) AS bounces, toInt64(sumIf(duration, is_begun)) AS duration
FROM events
LEFT ANY JOIN (
  SELECT visitor_id, number FROM visitor_numbers
  WHERE website_id = {p3:UUID} AND since < toDate({p10:Int64})
    AND visitor_id IN (SELECT visitor_id FROM events WHERE website_id = {p3:UUID} AND time >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p9:Int64}, 'UTC') AND type != 'leave' AND browser = {p4:String})
) AS numbers USING (visitor_id)
WHERE website_id = {p3:UUID} AND time >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p11:Int64}, 'UTC') AND browser = {p4:String}
)
GROUP BY period;
-- p0 = 20474
-- p1 = 1768953600000
-- p2 = 1764633600000
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = "Firefox"
-- p5 = [20485]
-- p6 = [20454,20513,20423]
-- p7 = [20474,20475,20476,20477,20478,20479,20480,20481,20482,20483,20484,20513,20514,20515,20516,20517,20518,20424,20425,20426,20427,20428,20429,20430,20431,20432,20433,20434,20435,20436,20437,20438,20439,20440,20441,20442,20443,20444,20445,20446,20447,20448,20449,20450,20451,20452,20453,20454,20455,20456,20457,20458,20459,20460,20461,20462,20463,20464,20465,20466,20467,20468,20469,20470,20471,20472,20473]
-- p8 = 1772841600000
-- p9 = 1773273600000
-- p10 = 20519
-- p11 = 1773361800000

-- made, page=/pricing
SELECT period,
  bitmapCardinality(groupBitmapMergeState(seen) AS chosen) AS visitors,
  bitmapAndnotCardinality(chosen, groupBitmapMergeState(newcomers)) AS returning,
  sum(views) AS pageviews, sum(sessions) AS sessions, sum(bounces) AS bounces, sum(duration) AS duration
FROM (
SELECT if(start >= toDate({p0:Int64}), {p1:Int64}, {p2:Int64}) AS period, visitors AS seen, bitmapBuild(CAST([] AS Array(UInt32))) AS newcomers, pageviews AS views,
  if(grouping = 'carried', -1, 1) * sessions AS sessions, if(grouping = 'carried', -1, 1) * bounces AS bounces, toInt64(if(grouping = 'carried', -1, 1) * duration) AS duration
FROM rollups
WHERE website_id = {p3:UUID} AND key = [{p4:String}] AND (grouping = 'page' AND (unit = 'month' AND toStartOfMonth(start) IN {p5:Array(Int64)} AND start IN {p5:Array(Int64)} OR unit = 'day' AND toStartOfMonth(start) IN {p6:Array(Int64)} AND start IN {p7:Array(Int64)}) OR grouping = 'carried' AND unit = 'day' AND start IN {p8:Array(Int64)})
UNION ALL
SELECT if(start >= toDate({p0:Int64}), {p1:Int64}, {p2:Int64}) AS period, bitmapBuild(CAST([] AS Array(UInt32))) AS seen, newcomers, 0 AS views, 0 AS sessions, 0 AS bounces, 0 AS duration
FROM totals
WHERE website_id = {p3:UUID} AND (unit = 'month' AND start IN {p5:Array(Int64)} OR unit = 'day' AND start IN {p7:Array(Int64)})
UNION ALL
SELECT {p1:Int64} AS period, groupBitmapStateIf(if(number = 0, bitOr(toUInt32(2147483648), toUInt32(visitor_id)), number), time >= fromUnixTimestamp64Milli({p9:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p10:Int64}, 'UTC') AND type != 'leave' AND path = {p4:String}) AS seen,
  groupBitmapStateIf(if(number = 0, bitOr(toUInt32(2147483648), toUInt32(visitor_id)), number), time >= fromUnixTimestamp64Milli({p9:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p10:Int64}, 'UTC') AND type != 'leave' AND path = {p4:String} AND number = 0) AS newcomers,
  countIf(time >= fromUnixTimestamp64Milli({p9:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p10:Int64}, 'UTC') AND type != 'leave' AND path = {p4:String} AND type = 'pageview') AS views, toInt64(sumIf(sessions, (visitor_id, session_start) IN (
  SELECT visitor_id, session_start FROM events
  WHERE website_id = {p3:UUID} AND time >= fromUnixTimestamp64Milli({p11:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p10:Int64}, 'UTC') AND type != 'leave' AND path = {p4:String} AND session_start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')
  GROUP BY visitor_id, session_start
  HAVING min(time) >= fromUnixTimestamp64Milli({p9:Int64}, 'UTC')
) AS is_begun)) AS sessions,
  sumIf(bounces, is_begun) AS bounces, toInt64(sumIf(duration, is_begun)) AS duration
FROM events
LEFT ANY JOIN (
  SELECT visitor_id, number FROM visitor_numbers
  WHERE website_id = {p3:UUID} AND since < toDate({p12:Int64})
    AND visitor_id IN (SELECT visitor_id FROM events WHERE website_id = {p3:UUID} AND time >= fromUnixTimestamp64Milli({p9:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p10:Int64}, 'UTC') AND type != 'leave' AND path = {p4:String})
) AS numbers USING (visitor_id)
WHERE website_id = {p3:UUID} AND time >= fromUnixTimestamp64Milli({p11:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p13:Int64}, 'UTC')
)
GROUP BY period;
-- p0 = 20474
-- p1 = 1768953600000
-- p2 = 1764633600000
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = "/pricing"
-- p5 = [20485]
-- p6 = [20454,20513,20423]
-- p7 = [20474,20475,20476,20477,20478,20479,20480,20481,20482,20483,20484,20513,20514,20515,20516,20517,20518,20424,20425,20426,20427,20428,20429,20430,20431,20432,20433,20434,20435,20436,20437,20438,20439,20440,20441,20442,20443,20444,20445,20446,20447,20448,20449,20450,20451,20452,20453,20454,20455,20456,20457,20458,20459,20460,20461,20462,20463,20464,20465,20466,20467,20468,20469,20470,20471,20472,20473]
-- p8 = [20474,20424]
-- p9 = 1772841600000
-- p10 = 1773273600000
-- p11 = 1772753400000
-- p12 = 20519
-- p13 = 1773361800000

-- made, browser=Firefox&country=DE
SELECT period,
  bitmapCardinality(groupBitmapMergeState(seen) AS chosen) AS visitors,
  bitmapAndnotCardinality(chosen, groupBitmapMergeState(newcomers)) AS returning,
  sum(views) AS pageviews, sum(sessions) AS sessions, sum(bounces) AS bounces, sum(duration) AS duration
FROM (
SELECT if(day >= toDate({p0:Int64}), {p1:Int64}, {p2:Int64}) AS period, groupBitmapState(visitor) AS seen, bitmapBuild(CAST([] AS Array(UInt32))) AS newcomers,
  sum(pageviews) AS views, toInt64(sum(sessions)) AS sessions, sum(bounces) AS bounces, toInt64(sum(duration)) AS duration
FROM daily_sessions
WHERE website_id = {p3:UUID} AND (day >= toDate({p0:Int64}) AND day < toDate({p4:Int64}) OR day >= toDate({p5:Int64}) AND day < toDate({p0:Int64})) AND country = {p6:String} AND browser = {p7:String}
GROUP BY period
UNION ALL
SELECT if(start >= toDate({p0:Int64}), {p1:Int64}, {p2:Int64}) AS period, bitmapBuild(CAST([] AS Array(UInt32))) AS seen, newcomers, 0 AS views, 0 AS sessions, 0 AS bounces, 0 AS duration
FROM totals
WHERE website_id = {p3:UUID} AND (unit = 'month' AND start IN {p8:Array(Int64)} OR unit = 'day' AND start IN {p9:Array(Int64)})
UNION ALL
SELECT {p1:Int64} AS period, groupBitmapStateIf(if(number = 0, bitOr(toUInt32(2147483648), toUInt32(visitor_id)), number), time >= fromUnixTimestamp64Milli({p10:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p11:Int64}, 'UTC') AND type != 'leave') AS seen,
  groupBitmapStateIf(if(number = 0, bitOr(toUInt32(2147483648), toUInt32(visitor_id)), number), time >= fromUnixTimestamp64Milli({p10:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p11:Int64}, 'UTC') AND type != 'leave' AND number = 0) AS newcomers,
  countIf(time >= fromUnixTimestamp64Milli({p10:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p11:Int64}, 'UTC') AND type != 'leave' AND type = 'pageview') AS views, toInt64(sumIf(sessions, session_start >= fromUnixTimestamp64Milli({p10:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p11:Int64}, 'UTC') AS is_begun)) AS sessions,
  sumIf(bounces, is_begun) AS bounces, toInt64(sumIf(duration, is_begun)) AS duration
FROM events
LEFT ANY JOIN (
  SELECT visitor_id, number FROM visitor_numbers
  WHERE website_id = {p3:UUID} AND since < toDate({p4:Int64})
    AND visitor_id IN (SELECT visitor_id FROM events WHERE website_id = {p3:UUID} AND time >= fromUnixTimestamp64Milli({p10:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p11:Int64}, 'UTC') AND type != 'leave' AND country = {p6:String} AND browser = {p7:String})
) AS numbers USING (visitor_id)
WHERE website_id = {p3:UUID} AND time >= fromUnixTimestamp64Milli({p10:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p12:Int64}, 'UTC') AND country = {p6:String} AND browser = {p7:String}
)
GROUP BY period;
-- p0 = 20474
-- p1 = 1768953600000
-- p2 = 1764633600000
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = 20519
-- p5 = 20424
-- p6 = "DE"
-- p7 = "Firefox"
-- p8 = [20485]
-- p9 = [20474,20475,20476,20477,20478,20479,20480,20481,20482,20483,20484,20513,20514,20515,20516,20517,20518,20424,20425,20426,20427,20428,20429,20430,20431,20432,20433,20434,20435,20436,20437,20438,20439,20440,20441,20442,20443,20444,20445,20446,20447,20448,20449,20450,20451,20452,20453,20454,20455,20456,20457,20458,20459,20460,20461,20462,20463,20464,20465,20466,20467,20468,20469,20470,20471,20472,20473]
-- p10 = 1772841600000
-- p11 = 1773273600000
-- p12 = 1773361800000

-- settled
SELECT period,
  bitmapCardinality(groupBitmapMergeState(seen) AS chosen) AS visitors,
  bitmapAndnotCardinality(chosen, groupBitmapMergeState(newcomers)) AS returning,
  sum(views) AS pageviews, sum(sessions) AS sessions, sum(bounces) AS bounces, sum(duration) AS duration
FROM (
SELECT if(start >= toDate({p0:Int64}), {p1:Int64}, {p2:Int64}) AS period, visitors AS seen, newcomers, pageviews AS views, sessions, bounces, toInt64(duration) AS duration
FROM totals
WHERE website_id = {p3:UUID} AND (unit = 'day' AND start IN {p4:Array(Int64)})
)
GROUP BY period;
-- p0 = 20489
-- p1 = 1770249600000
-- p2 = 1769385600000
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = [20489,20490,20491,20492,20493,20494,20495,20496,20497,20498,20479,20480,20481,20482,20483,20484,20485,20486,20487,20488]

-- settled, browser=Firefox
SELECT period,
  bitmapCardinality(groupBitmapMergeState(seen) AS chosen) AS visitors,
  bitmapAndnotCardinality(chosen, groupBitmapMergeState(newcomers)) AS returning,
  sum(views) AS pageviews, sum(sessions) AS sessions, sum(bounces) AS bounces, sum(duration) AS duration
FROM (
SELECT if(start >= toDate({p0:Int64}), {p1:Int64}, {p2:Int64}) AS period, visitors AS seen, bitmapBuild(CAST([] AS Array(UInt32))) AS newcomers, pageviews AS views,
  sessions AS sessions, bounces AS bounces, toInt64(duration) AS duration
FROM rollups
WHERE website_id = {p3:UUID} AND key = [{p4:String}] AND grouping = 'browser' AND (unit = 'day' AND toStartOfMonth(start) IN {p5:Array(Int64)} AND start IN {p6:Array(Int64)})
UNION ALL
SELECT if(start >= toDate({p0:Int64}), {p1:Int64}, {p2:Int64}) AS period, bitmapBuild(CAST([] AS Array(UInt32))) AS seen, newcomers, 0 AS views, 0 AS sessions, 0 AS bounces, 0 AS duration
FROM totals
WHERE website_id = {p3:UUID} AND (unit = 'day' AND start IN {p6:Array(Int64)})
)
GROUP BY period;
-- p0 = 20489
-- p1 = 1770249600000
-- p2 = 1769385600000
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = "Firefox"
-- p5 = [20485,20454]
-- p6 = [20489,20490,20491,20492,20493,20494,20495,20496,20497,20498,20479,20480,20481,20482,20483,20484,20485,20486,20487,20488]
