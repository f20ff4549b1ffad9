-- plain
SELECT level, key, tupleConcat(rows.facts, visits.facts) AS facts, tupleConcat(rows.facts_before, visits.facts_before) AS facts_before
FROM (
WITH time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AS is_chosen,
  time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AS was_chosen
SELECT 1 - grouping(path) AS level,
  [toString(path)] AS key,
  tuple(uniqIf(visitor_id, is_chosen)) AS facts,
  tuple(uniqIf(visitor_id, was_chosen)) AS facts_before
FROM events
WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p5:Date}) AND time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')
GROUP BY GROUPING SETS ((path), ())
HAVING level = 0 OR max(is_chosen)
) AS rows
LEFT JOIN (
SELECT seen.2 AS level, seen.3 AS key, tuple(sumIf(sessions, seen.1 = 0), sumIf(bounces, seen.1 = 0)) AS facts, tuple(sumIf(sessions, seen.1 = 1), sumIf(bounces, seen.1 = 1)) AS facts_before
FROM (
  SELECT arrayConcat(groupUniqArrayArrayIf([(0, 1, [toString(path)]), (0, 0, [''])], time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND session_start >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')), groupUniqArrayArrayIf([(1, 1, [toString(path)]), (1, 0, [''])], time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND session_start >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC'))) AS rows_of_session,
    sum(source.sessions) AS sessions, sum(source.bounces) AS bounces
  FROM events AS source
  WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p6:Date}) AND time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC')
  GROUP BY visitor_id, session_start
)
ARRAY JOIN rows_of_session AS seen
GROUP BY level, key
) AS visits USING (level, key)
ORDER BY level, facts.3 / greatest(1, facts.2) DESC, key
LIMIT {p8:Int64};
-- p0 = 1767225600000
-- p1 = 1767830400000
-- p2 = 1766620800000
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = "2025-12-25"
-- p5 = "2026-01-07"
-- p6 = "2026-01-09"
-- p7 = 1767918600000
-- p8 = 11

-- browser=Firefox
SELECT level, key, tupleConcat(rows.facts, visits.facts) AS facts, tupleConcat(rows.facts_before, visits.facts_before) AS facts_before
FROM (
WITH time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AS is_chosen,
  time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AS was_chosen
SELECT 1 - grouping(path) AS level,
  [toString(path)] AS key,
  tuple(uniqIf(visitor_id, is_chosen)) AS facts,
  tuple(uniqIf(visitor_id, was_chosen)) AS facts_before
FROM events
WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p5:Date}) AND time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND browser = {p6:String}
GROUP BY GROUPING SETS ((path), ())
HAVING level = 0 OR max(is_chosen)
) AS rows
LEFT JOIN (
SELECT seen.2 AS level, seen.3 AS key, tuple(sumIf(sessions, seen.1 = 0), sumIf(bounces, seen.1 = 0)) AS facts, tuple(sumIf(sessions, seen.1 = 1), sumIf(bounces, seen.1 = 1)) AS facts_before
FROM (
  SELECT arrayConcat(groupUniqArrayArrayIf([(0, 1, [toString(path)]), (0, 0, [''])], time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND session_start >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')), groupUniqArrayArrayIf([(1, 1, [toString(path)]), (1, 0, [''])], time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND session_start >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC'))) AS rows_of_session,
    sum(source.sessions) AS sessions, sum(source.bounces) AS bounces
  FROM events AS source
  WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p7:Date}) AND time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND browser = {p6:String}
  GROUP BY visitor_id, session_start
)
ARRAY JOIN rows_of_session AS seen
GROUP BY level, key
) AS visits USING (level, key)
ORDER BY level, facts.3 / greatest(1, facts.2) DESC, key
LIMIT {p9:Int64};
-- p0 = 1767225600000
-- p1 = 1767830400000
-- p2 = 1766620800000
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = "2025-12-25"
-- p5 = "2026-01-07"
-- p6 = "Firefox"
-- p7 = "2026-01-09"
-- p8 = 1767918600000
-- p9 = 11

-- page=/pricing
SELECT level, key, tupleConcat(rows.facts, visits.facts) AS facts, tupleConcat(rows.facts_before, visits.facts_before) AS facts_before
FROM (
WITH time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND path = {p2:String} AS is_chosen,
  time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND path = {p2:String} AS was_chosen
SELECT 1 - grouping(path) AS level,
  [toString(path)] AS key,
  tuple(uniqIf(visitor_id, is_chosen)) AS facts,
  tuple(uniqIf(visitor_id, was_chosen)) AS facts_before
FROM events
WHERE website_id = {p4:UUID} AND indexHint(toDate(time) >= {p5:Date} AND toDate(time) <= {p6:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')
GROUP BY GROUPING SETS ((path), ())
HAVING level = 0 OR max(is_chosen)
) AS rows
LEFT JOIN (
SELECT seen.2 AS level, seen.3 AS key, tuple(sumIf(sessions, seen.1 = 0), sumIf(bounces, seen.1 = 0)) AS facts, tuple(sumIf(sessions, seen.1 = 1), sumIf(bounces, seen.1 = 1)) AS facts_before
FROM (
  SELECT arrayConcat(groupUniqArrayArrayIf([(0, 1, [toString(path)]), (0, 0, [''])], time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND path = {p2:String} AND session_start >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')), groupUniqArrayArrayIf([(1, 1, [toString(path)]), (1, 0, [''])], time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND path = {p2:String} AND session_start >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC'))) AS rows_of_session,
    sum(source.sessions) AS sessions, sum(source.bounces) AS bounces
  FROM events AS source
  WHERE website_id = {p4:UUID} AND indexHint(toDate(time) >= {p5:Date} AND toDate(time) <= {p7:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND (visitor_id, session_start) IN (SELECT visitor_id, session_start FROM events WHERE website_id = {p4:UUID} AND indexHint(toDate(time) >= {p5:Date} AND toDate(time) <= {p6:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND path = {p2:String})
  GROUP BY visitor_id, session_start
)
ARRAY JOIN rows_of_session AS seen
GROUP BY level, key
) AS visits USING (level, key)
ORDER BY level, facts.3 / greatest(1, facts.2) DESC, key
LIMIT {p9:Int64};
-- p0 = 1767225600000
-- p1 = 1767830400000
-- p2 = "/pricing"
-- p3 = 1766620800000
-- p4 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p5 = "2025-12-25"
-- p6 = "2026-01-07"
-- p7 = "2026-01-09"
-- p8 = 1767918600000
-- p9 = 11

-- from within a quarter of an hour
SELECT level, key, tupleConcat(rows.facts, visits.facts) AS facts, tupleConcat(rows.facts_before, visits.facts_before) AS facts_before
FROM (
WITH time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AS is_chosen,
  time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AS was_chosen
SELECT 1 - grouping(path) AS level,
  [toString(path)] AS key,
  tuple(uniqIf(visitor_id, is_chosen)) AS facts,
  tuple(uniqIf(visitor_id, was_chosen)) AS facts_before
FROM events
WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p5:Date}) AND time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')
GROUP BY GROUPING SETS ((path), ())
HAVING level = 0 OR max(is_chosen)
) AS rows
LEFT JOIN (
SELECT seen.2 AS level, seen.3 AS key, tuple(sumIf(sessions, seen.1 = 0), sumIf(bounces, seen.1 = 0)) AS facts, tuple(sumIf(sessions, seen.1 = 1), sumIf(bounces, seen.1 = 1)) AS facts_before
FROM (
  SELECT arrayConcat(groupUniqArrayArrayIf([(0, 1, [toString(path)]), (0, 0, [''])], time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND session_start >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')), groupUniqArrayArrayIf([(1, 1, [toString(path)]), (1, 0, [''])], time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AND session_start >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC'))) AS rows_of_session,
    sum(source.sessions) AS sessions, sum(source.bounces) AS bounces
  FROM events AS source
  WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p6:Date}) AND time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC')
  GROUP BY visitor_id, session_start
)
ARRAY JOIN rows_of_session AS seen
GROUP BY level, key
) AS visits USING (level, key)
ORDER BY level, facts.3 / greatest(1, facts.2) DESC, key
LIMIT {p8:Int64};
-- p0 = 1767225600001
-- p1 = 1767830400000
-- p2 = 1766620800002
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = "2025-12-25"
-- p5 = "2026-01-07"
-- p6 = "2026-01-09"
-- p7 = 1767918600000
-- p8 = 11
