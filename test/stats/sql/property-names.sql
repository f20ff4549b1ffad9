-- plain
SELECT arrayJoin(JSONExtractKeys(props)) AS property FROM events
WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND type = 'custom' AND props != ''
GROUP BY property
ORDER BY count() DESC, property
LIMIT {p5:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = 100
