-- plain
SELECT property, value, visitors, events FROM (
  SELECT *, dense_rank() OVER (ORDER BY of_property DESC, property) AS property_rank,
    row_number() OVER (PARTITION BY property ORDER BY events DESC, value) AS value_rank
  FROM (
    SELECT pair.1 AS property, pair.2 AS value, uniq(visitor_id) AS visitors, count() AS events,
      sum(events) OVER (PARTITION BY property) AS of_property
    FROM (
      SELECT visitor_id, arrayJoin(arrayFilter(each -> each.2 != '', JSONExtractKeysAndValues(props, 'String'))) AS pair FROM events
      WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND type = 'custom' AND name = {p5:String} AND props != ''
    )
    GROUP BY property, value
  )
)
WHERE property_rank <= {p6:Int64} AND value_rank <= {p6:Int64}
ORDER BY property_rank, value_rank;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = "signup"
-- p6 = 10

-- browser=Firefox
SELECT property, value, visitors, events FROM (
  SELECT *, dense_rank() OVER (ORDER BY of_property DESC, property) AS property_rank,
    row_number() OVER (PARTITION BY property ORDER BY events DESC, value) AS value_rank
  FROM (
    SELECT pair.1 AS property, pair.2 AS value, uniq(visitor_id) AS visitors, count() AS events,
      sum(events) OVER (PARTITION BY property) AS of_property
    FROM (
      SELECT visitor_id, arrayJoin(arrayFilter(each -> each.2 != '', JSONExtractKeysAndValues(props, 'String'))) AS pair FROM events
      WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND browser = {p5:String} AND type = 'custom' AND name = {p6:String} AND props != ''
    )
    GROUP BY property, value
  )
)
WHERE property_rank <= {p7:Int64} AND value_rank <= {p7:Int64}
ORDER BY property_rank, value_rank;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = "Firefox"
-- p6 = "signup"
-- p7 = 10

-- page=/pricing
SELECT property, value, visitors, events FROM (
  SELECT *, dense_rank() OVER (ORDER BY of_property DESC, property) AS property_rank,
    row_number() OVER (PARTITION BY property ORDER BY events DESC, value) AS value_rank
  FROM (
    SELECT pair.1 AS property, pair.2 AS value, uniq(visitor_id) AS visitors, count() AS events,
      sum(events) OVER (PARTITION BY property) AS of_property
    FROM (
      SELECT visitor_id, arrayJoin(arrayFilter(each -> each.2 != '', JSONExtractKeysAndValues(props, 'String'))) AS pair FROM events
      WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND path = {p5:String} AND type = 'custom' AND name = {p6:String} AND props != ''
    )
    GROUP BY property, value
  )
)
WHERE property_rank <= {p7:Int64} AND value_rank <= {p7:Int64}
ORDER BY property_rank, value_rank;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = "/pricing"
-- p6 = "signup"
-- p7 = 10

-- from within a quarter of an hour
SELECT property, value, visitors, events FROM (
  SELECT *, dense_rank() OVER (ORDER BY of_property DESC, property) AS property_rank,
    row_number() OVER (PARTITION BY property ORDER BY events DESC, value) AS value_rank
  FROM (
    SELECT pair.1 AS property, pair.2 AS value, uniq(visitor_id) AS visitors, count() AS events,
      sum(events) OVER (PARTITION BY property) AS of_property
    FROM (
      SELECT visitor_id, arrayJoin(arrayFilter(each -> each.2 != '', JSONExtractKeysAndValues(props, 'String'))) AS pair FROM events
      WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND type = 'custom' AND name = {p5:String} AND props != ''
    )
    GROUP BY property, value
  )
)
WHERE property_rank <= {p6:Int64} AND value_rank <= {p6:Int64}
ORDER BY property_rank, value_rank;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600001
-- p4 = 1767830400000
-- p5 = "signup"
-- p6 = 10
