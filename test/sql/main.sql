-- plain
WITH time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AS is_chosen, session_start >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AS has_begun,
  time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AS was_chosen, session_start >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AS had_begun
SELECT [{p0:Int64}, {p2:Int64}] AS period,
  [uniqIf(visitor_id, is_chosen), uniqIf(visitor_id, was_chosen)] AS visitors,
  [uniqIf(visitor_id, is_chosen AND visitor_id IN (
    SELECT visitor_id FROM visitors WHERE website_id = {p3:UUID} AND first_seen < fromUnixTimestamp64Milli({p0:Int64}, 'UTC')
  )), uniqIf(visitor_id, was_chosen AND visitor_id IN (
    SELECT visitor_id FROM visitors WHERE website_id = {p3:UUID} AND first_seen < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')
  ))] AS returning,
  [countIf(is_chosen AND type = 'pageview'), countIf(was_chosen AND type = 'pageview')] AS pageviews,
  [sumIf(sessions, has_begun), sumIf(sessions, had_begun)] AS sessions,
  [sumIf(bounces, has_begun), sumIf(bounces, had_begun)] AS bounces,
  [sumIf(duration, has_begun), sumIf(duration, had_begun)] AS duration
FROM events
WHERE website_id = {p3:UUID} AND toDate(time) >= {p4:Date} AND toDate(time) <= {p5:Date} AND time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC');
-- p0 = 1767225600000
-- p1 = 1767830400000
-- p2 = 1766620800000
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = "2025-12-25"
-- p5 = "2026-01-09"
-- p6 = 1767918600000

-- browser=Firefox
WITH time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AS is_chosen, session_start >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AS has_begun,
  time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND type != 'leave' AS was_chosen, session_start >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AS had_begun
SELECT [{p0:Int64}, {p2:Int64}] AS period,
  [uniqIf(visitor_id, is_chosen), uniqIf(visitor_id, was_chosen)] AS visitors,
  [uniqIf(visitor_id, is_chosen AND visitor_id IN (
    SELECT visitor_id FROM visitors WHERE website_id = {p3:UUID} AND first_seen < fromUnixTimestamp64Milli({p0:Int64}, 'UTC')
  )), uniqIf(visitor_id, was_chosen AND visitor_id IN (
    SELECT visitor_id FROM visitors WHERE website_id = {p3:UUID} AND first_seen < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')
  ))] AS returning,
  [countIf(is_chosen AND type = 'pageview'), countIf(was_chosen AND type = 'pageview')] AS pageviews,
  [sumIf(sessions, has_begun), sumIf(sessions, had_begun)] AS sessions,
  [sumIf(bounces, has_begun), sumIf(bounces, had_begun)] AS bounces,
  [sumIf(duration, has_begun), sumIf(duration, had_begun)] AS duration
FROM events
WHERE website_id = {p3:UUID} AND toDate(time) >= {p4:Date} AND toDate(time) <= {p5:Date} AND time >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND browser = {p7:String};
-- p0 = 1767225600000
-- p1 = 1767830400000
-- p2 = 1766620800000
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = "2025-12-25"
-- p5 = "2026-01-09"
-- p6 = 1767918600000
-- p7 = "Firefox"

-- page=/pricing
WITH time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND path = {p2:String} AS is_chosen, session_start >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND (visitor_id, session_start) IN (SELECT visitor_id, session_start FROM events WHERE website_id = {p3:UUID} AND toDate(time) >= {p4:Date} AND toDate(time) <= {p5:Date} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND path = {p2:String}) AS has_begun
SELECT [{p0:Int64}] AS period,
  [uniqIf(visitor_id, is_chosen)] AS visitors,
  [uniqIf(visitor_id, is_chosen AND visitor_id IN (
    SELECT visitor_id FROM visitors WHERE website_id = {p3:UUID} AND first_seen < fromUnixTimestamp64Milli({p0:Int64}, 'UTC')
  ))] AS returning,
  [countIf(is_chosen AND type = 'pageview')] AS pageviews,
  [sumIf(sessions, has_begun)] AS sessions,
  [sumIf(bounces, has_begun)] AS bounces,
  [sumIf(duration, has_begun)] AS duration
FROM events
WHERE website_id = {p3:UUID} AND toDate(time) >= {p4:Date} AND toDate(time) <= {p6:Date} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC');
-- p0 = 1767225600000
-- p1 = 1767830400000
-- p2 = "/pricing"
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = "2026-01-01"
-- p5 = "2026-01-07"
-- p6 = "2026-01-09"
-- p7 = 1767918600000

-- browser=Firefox&page=/pricing
WITH time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND path = {p2:String} AS is_chosen, session_start >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND (visitor_id, session_start) IN (SELECT visitor_id, session_start FROM events WHERE website_id = {p3:UUID} AND toDate(time) >= {p4:Date} AND toDate(time) <= {p5:Date} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND type != 'leave' AND browser = {p6:String} AND path = {p2:String}) AS has_begun
SELECT [{p0:Int64}] AS period,
  [uniqIf(visitor_id, is_chosen)] AS visitors,
  [uniqIf(visitor_id, is_chosen AND visitor_id IN (
    SELECT visitor_id FROM visitors WHERE website_id = {p3:UUID} AND first_seen < fromUnixTimestamp64Milli({p0:Int64}, 'UTC')
  ))] AS returning,
  [countIf(is_chosen AND type = 'pageview')] AS pageviews,
  [sumIf(sessions, has_begun)] AS sessions,
  [sumIf(bounces, has_begun)] AS bounces,
  [sumIf(duration, has_begun)] AS duration
FROM events
WHERE website_id = {p3:UUID} AND toDate(time) >= {p4:Date} AND toDate(time) <= {p7:Date} AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND browser = {p6:String};
-- p0 = 1767225600000
-- p1 = 1767830400000
-- p2 = "/pricing"
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = "2026-01-01"
-- p5 = "2026-01-07"
-- p6 = "Firefox"
-- p7 = "2026-01-09"
-- p8 = 1767918600000

-- made
SELECT if(day >= {p0:Date}, {p1:Int64}, {p2:Int64}) AS period, sum(returning[day - if(day >= {p0:Date}, {p0:Date}, {p3:Date}) + 1]) AS returning, sumForEach(facts) AS facts
FROM daily_totals
WHERE website_id = {p4:UUID} AND day >= {p3:Date} AND day < {p5:Date}
GROUP BY period;
-- p0 = "2026-01-05"
-- p1 = 1767571200000
-- p2 = 1761868800000
-- p3 = "2025-10-31"
-- p4 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p5 = "2026-03-07"

-- made, newer
SELECT {p0:Int64} AS period, countIf(came AND NOT was_there) AS visitors,
  countIf(came AND NOT was_there AND has_come) AS returning,
  sum(views) AS pageviews, sum(begun) AS sessions, sum(bounced) AS bounces, sum(lasted) AS duration
FROM (
  SELECT max(known.was_there) AS was_there, max(known.has_come) AS has_come, any(newer.came) AS came,
    any(newer.views) AS views, any(newer.begun) AS begun, any(newer.bounced) AS bounced, any(newer.lasted) AS lasted
  FROM (
    SELECT visitor_id AS id, 1 AS was_there, 0 AS has_come FROM daily_sessions WHERE website_id = {p1:UUID} AND day >= {p2:Date} AND day < {p3:Date}
    UNION ALL
    SELECT visitor_id AS id, 0 AS was_there, 1 AS has_come FROM visitor_numbers
    WHERE website_id = {p1:UUID} AND since < {p2:Date}
  ) AS known
  RIGHT JOIN (
    SELECT visitor_id, countIf(time >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave') > 0 AS came, countIf(time >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave' AND type = 'pageview') AS views,
      sumIf(sessions, session_start >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AS is_begun) AS begun, sumIf(bounces, is_begun) AS bounced, sumIf(duration, is_begun) AS lasted
    FROM events
    WHERE website_id = {p1:UUID} AND toDate(time) >= {p3:Date} AND toDate(time) <= {p6:Date} AND time >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC')
    GROUP BY visitor_id
  ) AS newer ON known.id = newer.visitor_id
  GROUP BY newer.visitor_id
);
-- p0 = 1767571200000
-- p1 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p2 = "2026-01-05"
-- p3 = "2026-03-07"
-- p4 = 1772841600000
-- p5 = 1773273600000
-- p6 = "2026-03-13"
-- p7 = 1773361800000

-- made, browser=Firefox
SELECT if(day >= {p0:Date}, {p1:Int64}, {p2:Int64}) AS period,
  sum(visitors[arrayCount(last -> last < if(day >= {p0:Date}, {p0:Date}, {p3:Date}), lasts) AS known]) AS visitors, sum(returning[known]) AS returning, sumForEach(facts) AS facts
FROM daily_values
WHERE website_id = {p4:UUID} AND grouping = 'browser' AND value = {p5:String} AND day >= {p3:Date} AND day < {p6:Date}
GROUP BY period;
-- p0 = "2026-01-05"
-- p1 = 1767571200000
-- p2 = 1761868800000
-- p3 = "2025-10-31"
-- p4 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p5 = "Firefox"
-- p6 = "2026-03-07"

-- made, browser=Firefox, newer
SELECT {p0:Int64} AS period, countIf(came AND NOT was_there) AS visitors,
  countIf(came AND NOT was_there AND has_come) AS returning,
  sum(views) AS pageviews, sum(begun) AS sessions, sum(bounced) AS bounces, sum(lasted) AS duration
FROM (
  SELECT max(known.was_there) AS was_there, max(known.has_come) AS has_come, any(newer.came) AS came,
    any(newer.views) AS views, any(newer.begun) AS begun, any(newer.bounced) AS bounced, any(newer.lasted) AS lasted
  FROM (
    SELECT visitor_id AS id, 1 AS was_there, 0 AS has_come FROM daily_sessions PREWHERE browser = {p1:String} WHERE website_id = {p2:UUID} AND day >= {p3:Date} AND day < {p4:Date}
    UNION ALL
    SELECT visitor_id AS id, 0 AS was_there, 1 AS has_come FROM visitor_numbers
    WHERE website_id = {p2:UUID} AND since < {p3:Date}
  ) AS known
  RIGHT JOIN (
    SELECT visitor_id, countIf(time >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND type != 'leave') > 0 AS came, countIf(time >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND type != 'leave' AND type = 'pageview') AS views,
      sumIf(sessions, session_start >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AS is_begun) AS begun, sumIf(bounces, is_begun) AS bounced, sumIf(duration, is_begun) AS lasted
    FROM events
    WHERE website_id = {p2:UUID} AND toDate(time) >= {p4:Date} AND toDate(time) <= {p7:Date} AND time >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND browser = {p1:String}
    GROUP BY visitor_id
  ) AS newer ON known.id = newer.visitor_id
  GROUP BY newer.visitor_id
);
-- p0 = 1767571200000
-- p1 = "Firefox"
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = "2026-01-05"
-- p4 = "2026-03-07"
-- p5 = 1772841600000
-- p6 = 1773273600000
-- p7 = "2026-03-13"
-- p8 = 1773361800000

-- made, page=/pricing
SELECT if(day >= {p0:Date}, {p1:Int64}, {p2:Int64}) AS period,
  sum(visitors[arrayCount(last -> last < if(day >= {p0:Date}, {p0:Date}, {p3:Date}), lasts) AS known]) AS visitors, sum(returning[known]) AS returning, sumForEach(facts) AS facts
FROM daily_values
WHERE website_id = {p4:UUID} AND grouping = 'page' AND value = {p5:String} AND day >= {p3:Date} AND day < {p6:Date} AND only_from IN (toDate(0), if(day >= {p0:Date}, {p0:Date}, {p3:Date}))
GROUP BY period;
-- p0 = "2026-01-05"
-- p1 = 1767571200000
-- p2 = 1761868800000
-- p3 = "2025-10-31"
-- p4 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p5 = "/pricing"
-- p6 = "2026-03-07"

-- made, page=/pricing, newer
SELECT {p0:Int64} AS period, countIf(came AND NOT was_there) AS visitors,
  countIf(came AND NOT was_there AND has_come) AS returning,
  sum(views) AS pageviews, sum(begun) AS sessions, sum(bounced) AS bounces, sum(lasted) AS duration
FROM (
  SELECT max(known.was_there) AS was_there, max(known.has_come) AS has_come, any(newer.came) AS came,
    any(newer.views) AS views, any(newer.begun) AS begun, any(newer.bounced) AS bounced, any(newer.lasted) AS lasted
  FROM (
    SELECT visitor_id AS id, 1 AS was_there, 0 AS has_come FROM daily_sessions WHERE website_id = {p1:UUID} AND day >= {p2:Date} AND day < {p3:Date} AND has(pages, (SELECT max(page) FROM page_numbers WHERE website_id = {p1:UUID} AND path = {p4:String}))
    UNION ALL
    SELECT visitor_id AS id, 0 AS was_there, 1 AS has_come FROM visitor_numbers
    WHERE website_id = {p1:UUID} AND since < {p2:Date}
  ) AS known
  RIGHT JOIN (
    SELECT visitor_id, countIf(time >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND type != 'leave' AND path = {p4:String}) > 0 AS came, countIf(time >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND type != 'leave' AND path = {p4:String} AND type = 'pageview') AS views,
      sumIf(sessions, (visitor_id, session_start) IN (
  SELECT visitor_id, session_start FROM events
  WHERE website_id = {p1:UUID} AND toDate(time) >= {p7:Date} AND toDate(time) <= {p8:Date} AND time >= fromUnixTimestamp64Milli({p9:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND type != 'leave' AND path = {p4:String} AND session_start >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')
  GROUP BY visitor_id, session_start
  HAVING min(time) >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC')
) AS is_begun) AS begun, sumIf(bounces, is_begun) AS bounced, sumIf(duration, is_begun) AS lasted
    FROM events
    WHERE website_id = {p1:UUID} AND toDate(time) >= {p7:Date} AND toDate(time) <= {p10:Date} AND time >= fromUnixTimestamp64Milli({p9:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p11:Int64}, 'UTC')
    GROUP BY visitor_id
  ) AS newer ON known.id = newer.visitor_id
  GROUP BY newer.visitor_id
);
-- p0 = 1767571200000
-- p1 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p2 = "2026-01-05"
-- p3 = "2026-03-07"
-- p4 = "/pricing"
-- p5 = 1772841600000
-- p6 = 1773273600000
-- p7 = "2026-03-05"
-- p8 = "2026-03-11"
-- p9 = 1772753400000
-- p10 = "2026-03-13"
-- p11 = 1773361800000

-- made, browser=Firefox&country=DE
SELECT if(day >= {p0:Date}, {p1:Int64}, {p2:Int64}) AS period, groupBitmap(visitor) AS visitors, groupBitmapIf(visitor, since < if(day >= {p0:Date}, {p0:Date}, {p3:Date})) AS returning,
  sum(pageviews) AS pageviews, sum(sessions) AS sessions, sum(bounces) AS bounces, sum(duration) AS duration
FROM daily_sessions
WHERE website_id = {p4:UUID} AND day >= {p3:Date} AND day < {p5:Date} AND country = {p6:String} AND browser = {p7:String}
GROUP BY period;
-- p0 = "2026-01-05"
-- p1 = 1767571200000
-- p2 = 1761868800000
-- p3 = "2025-10-31"
-- p4 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p5 = "2026-03-07"
-- p6 = "DE"
-- p7 = "Firefox"

-- made, browser=Firefox&country=DE, newer
SELECT {p0:Int64} AS period, countIf(came AND NOT was_there) AS visitors,
  countIf(came AND NOT was_there AND has_come) AS returning,
  sum(views) AS pageviews, sum(begun) AS sessions, sum(bounced) AS bounces, sum(lasted) AS duration
FROM (
  SELECT max(known.was_there) AS was_there, max(known.has_come) AS has_come, any(newer.came) AS came,
    any(newer.views) AS views, any(newer.begun) AS begun, any(newer.bounced) AS bounced, any(newer.lasted) AS lasted
  FROM (
    SELECT visitor_id AS id, 1 AS was_there, 0 AS has_come FROM daily_sessions WHERE website_id = {p1:UUID} AND day >= {p2:Date} AND day < {p3:Date} AND country = {p4:String} AND browser = {p5:String}
    UNION ALL
    SELECT visitor_id AS id, 0 AS was_there, 1 AS has_come FROM visitor_numbers
    WHERE website_id = {p1:UUID} AND since < {p2:Date}
  ) AS known
  RIGHT JOIN (
    SELECT visitor_id, countIf(time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave') > 0 AS came, countIf(time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND type != 'leave' AND type = 'pageview') AS views,
      sumIf(sessions, session_start >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AS is_begun) AS begun, sumIf(bounces, is_begun) AS bounced, sumIf(duration, is_begun) AS lasted
    FROM events
    WHERE website_id = {p1:UUID} AND toDate(time) >= {p3:Date} AND toDate(time) <= {p8:Date} AND time >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p9:Int64}, 'UTC') AND country = {p4:String} AND browser = {p5:String}
    GROUP BY visitor_id
  ) AS newer ON known.id = newer.visitor_id
  GROUP BY newer.visitor_id
);
-- p0 = 1767571200000
-- p1 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p2 = "2026-01-05"
-- p3 = "2026-03-07"
-- p4 = "DE"
-- p5 = "Firefox"
-- p6 = 1772841600000
-- p7 = 1773273600000
-- p8 = "2026-03-13"
-- p9 = 1773361800000

-- recent
SELECT if(day >= {p0:Date}, {p1:Int64}, {p2:Int64}) AS period, sum(returning[day - if(day >= {p0:Date}, {p0:Date}, {p3:Date}) + 1]) AS returning, sumForEach(facts) AS facts
FROM daily_totals
WHERE website_id = {p4:UUID} AND day >= {p3:Date} AND day < {p5:Date}
GROUP BY period;
-- p0 = "2026-03-02"
-- p1 = 1772409600000
-- p2 = 1771545600000
-- p3 = "2026-02-20"
-- p4 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p5 = "2026-03-07"

-- recent, newer
SELECT {p0:Int64} AS period, countIf(came AND NOT was_there) AS visitors,
  countIf(came AND NOT was_there AND has_come) AS returning,
  sum(views) AS pageviews, sum(begun) AS sessions, sum(bounced) AS bounces, sum(lasted) AS duration
FROM (
  SELECT max(known.was_there) AS was_there, max(known.has_come) AS has_come, any(newer.came) AS came,
    any(newer.views) AS views, any(newer.begun) AS begun, any(newer.bounced) AS bounced, any(newer.lasted) AS lasted
  FROM (
    SELECT visitor_id AS id, 1 AS was_there, 0 AS has_come FROM daily_sessions WHERE website_id = {p1:UUID} AND day >= {p2:Date} AND day < {p3:Date}
    UNION ALL
    SELECT visitor_id AS id, 0 AS was_there, 1 AS has_come FROM visitor_numbers
    WHERE website_id = {p1:UUID} AND since < {p2:Date}
  ) AS known
  RIGHT JOIN (
    SELECT visitor_id, countIf(time >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave') > 0 AS came, countIf(time >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND type != 'leave' AND type = 'pageview') AS views,
      sumIf(sessions, session_start >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND session_start < fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AS is_begun) AS begun, sumIf(bounces, is_begun) AS bounced, sumIf(duration, is_begun) AS lasted
    FROM events
    WHERE website_id = {p1:UUID} AND toDate(time) >= {p3:Date} AND toDate(time) <= {p6:Date} AND time >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p7:Int64}, 'UTC')
    GROUP BY visitor_id
  ) AS newer ON known.id = newer.visitor_id
  GROUP BY newer.visitor_id
);
-- p0 = 1772409600000
-- p1 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p2 = "2026-03-02"
-- p3 = "2026-03-07"
-- p4 = 1772841600000
-- p5 = 1773273600000
-- p6 = "2026-03-13"
-- p7 = 1773361800000

-- settled
SELECT if(day >= {p0:Date}, {p1:Int64}, {p2:Int64}) AS period, sum(returning[day - if(day >= {p0:Date}, {p0:Date}, {p3:Date}) + 1]) AS returning, sumForEach(facts) AS facts
FROM daily_totals
WHERE website_id = {p4:UUID} AND day >= {p3:Date} AND day < {p5:Date}
GROUP BY period;
-- p0 = "2026-02-05"
-- p1 = 1770249600000
-- p2 = 1769385600000
-- p3 = "2026-01-26"
-- p4 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p5 = "2026-02-15"

-- settled, browser=Firefox
SELECT if(day >= {p0:Date}, {p1:Int64}, {p2:Int64}) AS period,
  sum(visitors[arrayCount(last -> last < if(day >= {p0:Date}, {p0:Date}, {p3:Date}), lasts) AS known]) AS visitors, sum(returning[known]) AS returning, sumForEach(facts) AS facts
FROM daily_values
WHERE website_id = {p4:UUID} AND grouping = 'browser' AND value = {p5:String} AND day >= {p3:Date} AND day < {p6:Date}
GROUP BY period;
-- p0 = "2026-02-05"
-- p1 = 1770249600000
-- p2 = 1769385600000
-- p3 = "2026-01-26"
-- p4 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p5 = "Firefox"
-- p6 = "2026-02-15"

-- many days, browser=Firefox
SELECT if(day >= {p0:Date}, {p1:Int64}, {p2:Int64}) AS period,
  sum(visitors[arrayCount(last -> last < if(day >= {p0:Date}, {p0:Date}, {p3:Date}), lasts) AS known]) AS visitors, sum(returning[known]) AS returning, sumForEach(facts) AS facts
FROM daily_values
WHERE website_id = {p4:UUID} AND grouping = 'browser' AND value = {p5:String} AND day >= {p3:Date} AND day < {p6:Date}
GROUP BY period;
-- p0 = "2026-01-04"
-- p1 = 1767484800000
-- p2 = 1762128000000
-- p3 = "2025-11-03"
-- p4 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p5 = "Firefox"
-- p6 = "2026-03-07"

-- many days, channel=Email
SELECT if(day >= {p0:Date}, {p1:Int64}, {p2:Int64}) AS period,
  sum(visitors[arrayCount(last -> last < if(day >= {p0:Date}, {p0:Date}, {p3:Date}), lasts) AS known]) AS visitors, sum(returning[known]) AS returning, sumForEach(facts) AS facts
FROM daily_values
WHERE website_id = {p4:UUID} AND grouping = 'channel' AND value = {p5:String} AND day >= {p3:Date} AND day < {p6:Date}
GROUP BY period;
-- p0 = "2026-01-04"
-- p1 = 1767484800000
-- p2 = 1762128000000
-- p3 = "2025-11-03"
-- p4 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p5 = "Email"
-- p6 = "2026-03-07"
