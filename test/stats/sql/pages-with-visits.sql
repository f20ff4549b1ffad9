-- plain
SELECT * FROM (SELECT {p0:Int64} AS level, [toString(k0)] AS key, tuple(sumIf(f0, is_before = 0), sumIf(f1, is_before = 0), sumIf(f2, is_before = 0)) AS facts, tuple(sumIf(f0, is_before = 1), sumIf(f1, is_before = 1), sumIf(f2, is_before = 1)) AS facts_before, max(is_before) AS has_before
FROM (
SELECT row_of_session.1 AS k0, 0 AS is_before, uniq(visitor_id) AS f0, sumIf(sessions, nth = 1 AND session_start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AS f1, sumIf(bounces, nth = 1 AND session_start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AS f2
FROM (
  SELECT visitor_id, session_start,
    groupArrayIf((path, type), time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave') AS rows_of_session,
    
    sum(source.sessions) AS sessions, sum(source.bounces) AS bounces, sum(source.duration) AS duration
  FROM events AS source
  WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p5:Date}) AND time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC')
  GROUP BY visitor_id, session_start
  HAVING notEmpty(rows_of_session)
)
ARRAY JOIN rows_of_session AS row_of_session, arrayEnumerateUniq(arrayMap(each -> each.1, rows_of_session)) AS nth
GROUP BY k0
UNION ALL
SELECT row_of_session.1 AS k0, 1 AS is_before, uniq(visitor_id) AS f0, sumIf(sessions, nth = 1 AND session_start >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AS f1, sumIf(bounces, nth = 1 AND session_start >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AS f2
FROM (
  SELECT visitor_id, session_start,
    groupArrayIf((path, type), time >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave') AS rows_of_session,
    
    sum(source.sessions) AS sessions, sum(source.bounces) AS bounces, sum(source.duration) AS duration
  FROM events AS source
  WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p8:Date} AND toDate(time) <= {p9:Date}) AND time >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p10:Int64}, 'UTC')
  GROUP BY visitor_id, session_start
  HAVING notEmpty(rows_of_session)
)
ARRAY JOIN rows_of_session AS row_of_session, arrayEnumerateUniq(arrayMap(each -> each.1, rows_of_session)) AS nth
GROUP BY k0
)
GROUP BY k0
HAVING min(is_before) = 0
UNION ALL
SELECT {p11:Int64} AS level, CAST([], 'Array(String)') AS key, tuple(sumIf(f0, is_before = 0), sumIf(f1, is_before = 0), sumIf(f2, is_before = 0)) AS facts, tuple(sumIf(f0, is_before = 1), sumIf(f1, is_before = 1), sumIf(f2, is_before = 1)) AS facts_before, max(is_before) AS has_before
FROM (
WITH time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave' AS is_chosen, session_start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AS has_begun
SELECT 0 AS is_before, uniqIf(visitor_id, is_chosen) AS f0, sumIf(sessions, has_begun) AS f1, sumIf(bounces, has_begun) AS f2
FROM events
WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p5:Date}) AND time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC')
UNION ALL
WITH time >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AS is_chosen, session_start >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AS has_begun
SELECT 1 AS is_before, uniqIf(visitor_id, is_chosen) AS f0, sumIf(sessions, has_begun) AS f1, sumIf(bounces, has_begun) AS f2
FROM events
WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p8:Date} AND toDate(time) <= {p9:Date}) AND time >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p10:Int64}, 'UTC')
))
ORDER BY level, facts.3 / greatest(1, facts.2) DESC, key
LIMIT {p12:Int64};
-- p0 = 1
-- p1 = 1767225600000
-- p2 = 1767830400000
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = "2026-01-01"
-- p5 = "2026-01-09"
-- p6 = 1767918600000
-- p7 = 1766620800000
-- p8 = "2025-12-25"
-- p9 = "2026-01-02"
-- p10 = 1767313800000
-- p11 = 0
-- p12 = 11

-- browser=Firefox
SELECT * FROM (SELECT {p0:Int64} AS level, [toString(k0)] AS key, tuple(sumIf(f0, is_before = 0), sumIf(f1, is_before = 0), sumIf(f2, is_before = 0)) AS facts, tuple(sumIf(f0, is_before = 1), sumIf(f1, is_before = 1), sumIf(f2, is_before = 1)) AS facts_before, max(is_before) AS has_before
FROM (
SELECT row_of_session.1 AS k0, 0 AS is_before, uniq(visitor_id) AS f0, sumIf(sessions, nth = 1 AND session_start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AS f1, sumIf(bounces, nth = 1 AND session_start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AS f2
FROM (
  SELECT visitor_id, session_start,
    groupArrayIf((path, type), time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave') AS rows_of_session,
    
    sum(source.sessions) AS sessions, sum(source.bounces) AS bounces, sum(source.duration) AS duration
  FROM events AS source
  WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p5:Date}) AND time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND browser = {p7:String}
  GROUP BY visitor_id, session_start
  HAVING notEmpty(rows_of_session)
)
ARRAY JOIN rows_of_session AS row_of_session, arrayEnumerateUniq(arrayMap(each -> each.1, rows_of_session)) AS nth
GROUP BY k0
UNION ALL
SELECT row_of_session.1 AS k0, 1 AS is_before, uniq(visitor_id) AS f0, sumIf(sessions, nth = 1 AND session_start >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AS f1, sumIf(bounces, nth = 1 AND session_start >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AS f2
FROM (
  SELECT visitor_id, session_start,
    groupArrayIf((path, type), time >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave') AS rows_of_session,
    
    sum(source.sessions) AS sessions, sum(source.bounces) AS bounces, sum(source.duration) AS duration
  FROM events AS source
  WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p9:Date} AND toDate(time) <= {p10:Date}) AND time >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p11:Int64}, 'UTC') AND browser = {p7:String}
  GROUP BY visitor_id, session_start
  HAVING notEmpty(rows_of_session)
)
ARRAY JOIN rows_of_session AS row_of_session, arrayEnumerateUniq(arrayMap(each -> each.1, rows_of_session)) AS nth
GROUP BY k0
)
GROUP BY k0
HAVING min(is_before) = 0
UNION ALL
SELECT {p12:Int64} AS level, CAST([], 'Array(String)') AS key, tuple(sumIf(f0, is_before = 0), sumIf(f1, is_before = 0), sumIf(f2, is_before = 0)) AS facts, tuple(sumIf(f0, is_before = 1), sumIf(f1, is_before = 1), sumIf(f2, is_before = 1)) AS facts_before, max(is_before) AS has_before
FROM (
WITH time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave' AS is_chosen, session_start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AS has_begun
SELECT 0 AS is_before, uniqIf(visitor_id, is_chosen) AS f0, sumIf(sessions, has_begun) AS f1, sumIf(bounces, has_begun) AS f2
FROM events
WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p5:Date}) AND time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND browser = {p7:String}
UNION ALL
WITH time >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AS is_chosen, session_start >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AS has_begun
SELECT 1 AS is_before, uniqIf(visitor_id, is_chosen) AS f0, sumIf(sessions, has_begun) AS f1, sumIf(bounces, has_begun) AS f2
FROM events
WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p9:Date} AND toDate(time) <= {p10:Date}) AND time >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p11:Int64}, 'UTC') AND browser = {p7:String}
))
ORDER BY level, facts.3 / greatest(1, facts.2) DESC, key
LIMIT {p13:Int64};
-- p0 = 1
-- p1 = 1767225600000
-- p2 = 1767830400000
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = "2026-01-01"
-- p5 = "2026-01-09"
-- p6 = 1767918600000
-- p7 = "Firefox"
-- p8 = 1766620800000
-- p9 = "2025-12-25"
-- p10 = "2026-01-02"
-- p11 = 1767313800000
-- p12 = 0
-- p13 = 11

-- page=/pricing
SELECT * FROM (SELECT {p0:Int64} AS level, [toString(k0)] AS key, tuple(sumIf(f0, is_before = 0), sumIf(f1, is_before = 0), sumIf(f2, is_before = 0)) AS facts, tuple(sumIf(f0, is_before = 1), sumIf(f1, is_before = 1), sumIf(f2, is_before = 1)) AS facts_before, max(is_before) AS has_before
FROM (
SELECT row_of_session.1 AS k0, 0 AS is_before, uniq(visitor_id) AS f0, sumIf(sessions, nth = 1 AND session_start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AS f1, sumIf(bounces, nth = 1 AND session_start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AS f2
FROM (
  SELECT visitor_id, session_start,
    groupArrayIf((path, type), time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave' AND path = {p3:String}) AS rows_of_session,
    
    sum(source.sessions) AS sessions, sum(source.bounces) AS bounces, sum(source.duration) AS duration
  FROM events AS source
  WHERE website_id = {p4:UUID} AND indexHint(toDate(time) >= {p5:Date} AND toDate(time) <= {p6:Date}) AND time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC')
  GROUP BY visitor_id, session_start
  HAVING notEmpty(rows_of_session)
)
ARRAY JOIN rows_of_session AS row_of_session, arrayEnumerateUniq(arrayMap(each -> each.1, rows_of_session)) AS nth
GROUP BY k0
UNION ALL
SELECT row_of_session.1 AS k0, 1 AS is_before, uniq(visitor_id) AS f0, sumIf(sessions, nth = 1 AND session_start >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AS f1, sumIf(bounces, nth = 1 AND session_start >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AS f2
FROM (
  SELECT visitor_id, session_start,
    groupArrayIf((path, type), time >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND path = {p3:String}) AS rows_of_session,
    
    sum(source.sessions) AS sessions, sum(source.bounces) AS bounces, sum(source.duration) AS duration
  FROM events AS source
  WHERE website_id = {p4:UUID} AND indexHint(toDate(time) >= {p9:Date} AND toDate(time) <= {p10:Date}) AND time >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p11:Int64}, 'UTC')
  GROUP BY visitor_id, session_start
  HAVING notEmpty(rows_of_session)
)
ARRAY JOIN rows_of_session AS row_of_session, arrayEnumerateUniq(arrayMap(each -> each.1, rows_of_session)) AS nth
GROUP BY k0
)
GROUP BY k0
HAVING min(is_before) = 0
UNION ALL
SELECT {p12:Int64} AS level, CAST([], 'Array(String)') AS key, tuple(sumIf(f0, is_before = 0), sumIf(f1, is_before = 0), sumIf(f2, is_before = 0)) AS facts, tuple(sumIf(f0, is_before = 1), sumIf(f1, is_before = 1), sumIf(f2, is_before = 1)) AS facts_before, max(is_before) AS has_before
FROM (
WITH time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave' AND path = {p3:String} AS is_chosen, session_start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND (visitor_id, session_start) IN (SELECT visitor_id, session_start FROM events WHERE website_id = {p4:UUID} AND indexHint(toDate(time) >= {p5:Date} AND toDate(time) <= {p13:Date}) AND time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave' AND path = {p3:String}) AS has_begun
SELECT 0 AS is_before, uniqIf(visitor_id, is_chosen) AS f0, sumIf(sessions, has_begun) AS f1, sumIf(bounces, has_begun) AS f2
FROM events
WHERE website_id = {p4:UUID} AND indexHint(toDate(time) >= {p5:Date} AND toDate(time) <= {p6:Date}) AND time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC')
UNION ALL
WITH time >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND path = {p3:String} AS is_chosen, session_start >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND (visitor_id, session_start) IN (SELECT visitor_id, session_start FROM events WHERE website_id = {p4:UUID} AND indexHint(toDate(time) >= {p9:Date} AND toDate(time) <= {p14:Date}) AND time >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND path = {p3:String}) AS has_begun
SELECT 1 AS is_before, uniqIf(visitor_id, is_chosen) AS f0, sumIf(sessions, has_begun) AS f1, sumIf(bounces, has_begun) AS f2
FROM events
WHERE website_id = {p4:UUID} AND indexHint(toDate(time) >= {p9:Date} AND toDate(time) <= {p10:Date}) AND time >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p11:Int64}, 'UTC')
))
ORDER BY level, facts.3 / greatest(1, facts.2) DESC, key
LIMIT {p15:Int64};
-- p0 = 1
-- p1 = 1767225600000
-- p2 = 1767830400000
-- p3 = "/pricing"
-- p4 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p5 = "2026-01-01"
-- p6 = "2026-01-09"
-- p7 = 1767918600000
-- p8 = 1766620800000
-- p9 = "2025-12-25"
-- p10 = "2026-01-02"
-- p11 = 1767313800000
-- p12 = 0
-- p13 = "2026-01-07"
-- p14 = "2025-12-31"
-- p15 = 11

-- from within a quarter of an hour
SELECT * FROM (SELECT {p0:Int64} AS level, [toString(k0)] AS key, tuple(sumIf(f0, is_before = 0), sumIf(f1, is_before = 0), sumIf(f2, is_before = 0)) AS facts, tuple(sumIf(f0, is_before = 1), sumIf(f1, is_before = 1), sumIf(f2, is_before = 1)) AS facts_before, max(is_before) AS has_before
FROM (
SELECT row_of_session.1 AS k0, 0 AS is_before, uniq(visitor_id) AS f0, sumIf(sessions, nth = 1 AND session_start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AS f1, sumIf(bounces, nth = 1 AND session_start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AS f2
FROM (
  SELECT visitor_id, session_start,
    groupArrayIf((path, type), time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave') AS rows_of_session,
    
    sum(source.sessions) AS sessions, sum(source.bounces) AS bounces, sum(source.duration) AS duration
  FROM events AS source
  WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p5:Date}) AND time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC')
  GROUP BY visitor_id, session_start
  HAVING notEmpty(rows_of_session)
)
ARRAY JOIN rows_of_session AS row_of_session, arrayEnumerateUniq(arrayMap(each -> each.1, rows_of_session)) AS nth
GROUP BY k0
UNION ALL
SELECT row_of_session.1 AS k0, 1 AS is_before, uniq(visitor_id) AS f0, sumIf(sessions, nth = 1 AND session_start >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AS f1, sumIf(bounces, nth = 1 AND session_start >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AS f2
FROM (
  SELECT visitor_id, session_start,
    groupArrayIf((path, type), time >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave') AS rows_of_session,
    
    sum(source.sessions) AS sessions, sum(source.bounces) AS bounces, sum(source.duration) AS duration
  FROM events AS source
  WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p8:Date} AND toDate(time) <= {p9:Date}) AND time >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p10:Int64}, 'UTC')
  GROUP BY visitor_id, session_start
  HAVING notEmpty(rows_of_session)
)
ARRAY JOIN rows_of_session AS row_of_session, arrayEnumerateUniq(arrayMap(each -> each.1, rows_of_session)) AS nth
GROUP BY k0
)
GROUP BY k0
HAVING min(is_before) = 0
UNION ALL
SELECT {p11:Int64} AS level, CAST([], 'Array(String)') AS key, tuple(sumIf(f0, is_before = 0), sumIf(f1, is_before = 0), sumIf(f2, is_before = 0)) AS facts, tuple(sumIf(f0, is_before = 1), sumIf(f1, is_before = 1), sumIf(f2, is_before = 1)) AS facts_before, max(is_before) AS has_before
FROM (
WITH time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND type != 'leave' AS is_chosen, session_start >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AS has_begun
SELECT 0 AS is_before, uniqIf(visitor_id, is_chosen) AS f0, sumIf(sessions, has_begun) AS f1, sumIf(bounces, has_begun) AS f2
FROM events
WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p4:Date} AND toDate(time) <= {p5:Date}) AND time >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC')
UNION ALL
WITH time >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AS is_chosen, session_start >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AS has_begun
SELECT 1 AS is_before, uniqIf(visitor_id, is_chosen) AS f0, sumIf(sessions, has_begun) AS f1, sumIf(bounces, has_begun) AS f2
FROM events
WHERE website_id = {p3:UUID} AND indexHint(toDate(time) >= {p8:Date} AND toDate(time) <= {p9:Date}) AND time >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p10:Int64}, 'UTC')
))
ORDER BY level, facts.3 / greatest(1, facts.2) DESC, key
LIMIT {p12:Int64};
-- p0 = 1
-- p1 = 1767225600001
-- p2 = 1767830400000
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = "2026-01-01"
-- p5 = "2026-01-09"
-- p6 = 1767918600000
-- p7 = 1766620800002
-- p8 = "2025-12-25"
-- p9 = "2026-01-02"
-- p10 = 1767313800001
-- p11 = 0
-- p12 = 11
