-- plain
SELECT reason, agent, sum(events) AS events
FROM drops
WHERE website_id = {p0:UUID} AND time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')
GROUP BY reason, agent
ORDER BY events DESC, reason, agent;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 1767225600000
-- p2 = 1767830400000

-- by day
SELECT toInt64(toUnixTimestamp(time)) * {p0:Int64} - (toInt64(toUnixTimestamp(time)) * {p0:Int64} - roundDown(toInt64(toUnixTimestamp(time)) * {p0:Int64}, {p1:Array(Int64)})) % transform(roundDown(toInt64(toUnixTimestamp(time)) * {p0:Int64}, {p1:Array(Int64)}), {p1:Array(Int64)}, {p2:Array(Int64)}) AS start, sum(events) AS events
FROM drops
WHERE website_id = {p3:UUID} AND time >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND reason NOT IN ({p6:String}, {p7:String})
GROUP BY start;
-- p0 = 1000
-- p1 = [1767225600000,1767312000000]
-- p2 = [86400000,518400000]
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = 1767225600000
-- p5 = 1767830400000
-- p6 = "property_limit"
-- p7 = "invalid_revenue"
