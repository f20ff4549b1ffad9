-- plain
SELECT 4 - grouping(utm_source) - grouping(utm_medium) - grouping(utm_campaign) - grouping(ref) = 0 AS is_total, [toString(utm_source), toString(utm_medium), toString(utm_campaign), toString(ref)] AS key, uniq(visitor_id) AS visitors, replaceAll(replaceAll(replaceAll(replaceAll(replaceAll(trimRight(concat('?', arrayStringConcat(arrayFilter(pair -> NOT endsWith(pair, '='), [concat('utm_source=', encodeURLComponent(utm_source)), concat('utm_medium=', encodeURLComponent(utm_medium)), concat('utm_campaign=', encodeURLComponent(utm_campaign)), concat('ref=', encodeURLComponent(ref))]), '&')), '?'), '%21', '!'), '%27', '\''), '%28', '('), '%29', ')'), '%2A', '*') AS row_name
FROM visits
WHERE website_id = {p0:UUID} AND indexHint(toDate(quarter) >= {p1:Date} AND toDate(quarter) <= {p2:Date}) AND quarter >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND quarter < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND events > 0
GROUP BY GROUPING SETS ((utm_source, utm_medium, utm_campaign, ref), ())
HAVING is_total = 1 OR key != ['', '', '', '']
ORDER BY is_total DESC, visitors DESC, row_name, key
LIMIT {p5:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = 11

-- browser=Firefox
SELECT 4 - grouping(utm_source) - grouping(utm_medium) - grouping(utm_campaign) - grouping(ref) = 0 AS is_total, [toString(utm_source), toString(utm_medium), toString(utm_campaign), toString(ref)] AS key, uniq(visitor_id) AS visitors, replaceAll(replaceAll(replaceAll(replaceAll(replaceAll(trimRight(concat('?', arrayStringConcat(arrayFilter(pair -> NOT endsWith(pair, '='), [concat('utm_source=', encodeURLComponent(utm_source)), concat('utm_medium=', encodeURLComponent(utm_medium)), concat('utm_campaign=', encodeURLComponent(utm_campaign)), concat('ref=', encodeURLComponent(ref))]), '&')), '?'), '%21', '!'), '%27', '\''), '%28', '('), '%29', ')'), '%2A', '*') AS row_name
FROM visits
WHERE website_id = {p0:UUID} AND indexHint(toDate(quarter) >= {p1:Date} AND toDate(quarter) <= {p2:Date}) AND quarter >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND quarter < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND events > 0 AND browser = {p5:String}
GROUP BY GROUPING SETS ((utm_source, utm_medium, utm_campaign, ref), ())
HAVING is_total = 1 OR key != ['', '', '', '']
ORDER BY is_total DESC, visitors DESC, row_name, key
LIMIT {p6:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = "Firefox"
-- p6 = 11

-- page=/pricing
SELECT 4 - grouping(utm_source) - grouping(utm_medium) - grouping(utm_campaign) - grouping(ref) = 0 AS is_total, [toString(utm_source), toString(utm_medium), toString(utm_campaign), toString(ref)] AS key, uniq(visitor_id) AS visitors, replaceAll(replaceAll(replaceAll(replaceAll(replaceAll(trimRight(concat('?', arrayStringConcat(arrayFilter(pair -> NOT endsWith(pair, '='), [concat('utm_source=', encodeURLComponent(utm_source)), concat('utm_medium=', encodeURLComponent(utm_medium)), concat('utm_campaign=', encodeURLComponent(utm_campaign)), concat('ref=', encodeURLComponent(ref))]), '&')), '?'), '%21', '!'), '%27', '\''), '%28', '('), '%29', ')'), '%2A', '*') AS row_name
FROM events
WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave' AND path = {p5:String}
GROUP BY GROUPING SETS ((utm_source, utm_medium, utm_campaign, ref), ())
HAVING is_total = 1 OR key != ['', '', '', '']
ORDER BY is_total DESC, visitors DESC, row_name, key
LIMIT {p6:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000
-- p5 = "/pricing"
-- p6 = 11

-- counted
SELECT depth = 0 AS is_total, [toString(utm_source), toString(utm_medium), toString(utm_campaign), toString(ref)] AS key, sumIf(visitors, (seen != 'again' OR previous_day < {p0:Int64})) AS visitors, replaceAll(replaceAll(replaceAll(replaceAll(replaceAll(trimRight(concat('?', arrayStringConcat(arrayFilter(pair -> NOT endsWith(pair, '='), [concat('utm_source=', encodeURLComponent(utm_source)), concat('utm_medium=', encodeURLComponent(utm_medium)), concat('utm_campaign=', encodeURLComponent(utm_campaign)), concat('ref=', encodeURLComponent(ref))]), '&')), '?'), '%21', '!'), '%27', '\''), '%28', '('), '%29', ')'), '%2A', '*') AS row_name
FROM (
  SELECT length(value) AS depth, value[{p1:Int64}] AS utm_source, value[{p2:Int64}] AS utm_medium, value[{p3:Int64}] AS utm_campaign, value[{p4:Int64}] AS ref, * FROM daily_visitors WHERE website_id = {p5:UUID} AND generation = {p1:Int64} AND dimension IN ({p6:String}, {p7:String}) AND day >= {p0:Int64} AND day < {p8:Int64}
)
GROUP BY depth, utm_source, utm_medium, utm_campaign, ref
HAVING is_total = 1 OR key != ['', '', '', '']
ORDER BY is_total DESC, visitors DESC, row_name, key
LIMIT {p9:Int64};
-- p0 = 1767225600
-- p1 = 1
-- p2 = 2
-- p3 = 3
-- p4 = 4
-- p5 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p6 = "utm_source,utm_medium,utm_campaign,ref"
-- p7 = ""
-- p8 = 1767830400
-- p9 = 11

-- limit=all
SELECT 4 - grouping(utm_source) - grouping(utm_medium) - grouping(utm_campaign) - grouping(ref) = 0 AS is_total, [toString(utm_source), toString(utm_medium), toString(utm_campaign), toString(ref)] AS key, uniq(visitor_id) AS visitors, replaceAll(replaceAll(replaceAll(replaceAll(replaceAll(trimRight(concat('?', arrayStringConcat(arrayFilter(pair -> NOT endsWith(pair, '='), [concat('utm_source=', encodeURLComponent(utm_source)), concat('utm_medium=', encodeURLComponent(utm_medium)), concat('utm_campaign=', encodeURLComponent(utm_campaign)), concat('ref=', encodeURLComponent(ref))]), '&')), '?'), '%21', '!'), '%27', '\''), '%28', '('), '%29', ')'), '%2A', '*') AS row_name
FROM visits
WHERE website_id = {p0:UUID} AND indexHint(toDate(quarter) >= {p1:Date} AND toDate(quarter) <= {p2:Date}) AND quarter >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND quarter < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND events > 0
GROUP BY GROUPING SETS ((utm_source, utm_medium, utm_campaign, ref), ())
HAVING is_total = 1 OR key != ['', '', '', '']
ORDER BY is_total DESC, visitors DESC, row_name, key;
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600000
-- p4 = 1767830400000

-- from within a quarter of an hour
SELECT 4 - grouping(utm_source) - grouping(utm_medium) - grouping(utm_campaign) - grouping(ref) = 0 AS is_total, [toString(utm_source), toString(utm_medium), toString(utm_campaign), toString(ref)] AS key, uniq(visitor_id) AS visitors, replaceAll(replaceAll(replaceAll(replaceAll(replaceAll(trimRight(concat('?', arrayStringConcat(arrayFilter(pair -> NOT endsWith(pair, '='), [concat('utm_source=', encodeURLComponent(utm_source)), concat('utm_medium=', encodeURLComponent(utm_medium)), concat('utm_campaign=', encodeURLComponent(utm_campaign)), concat('ref=', encodeURLComponent(ref))]), '&')), '?'), '%21', '!'), '%27', '\''), '%28', '('), '%29', ')'), '%2A', '*') AS row_name
FROM events
WHERE website_id = {p0:UUID} AND indexHint(toDate(time) >= {p1:Date} AND toDate(time) <= {p2:Date}) AND time >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND type != 'leave'
GROUP BY GROUPING SETS ((utm_source, utm_medium, utm_campaign, ref), ())
HAVING is_total = 1 OR key != ['', '', '', '']
ORDER BY is_total DESC, visitors DESC, row_name, key
LIMIT {p5:Int64};
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = "2026-01-01"
-- p2 = "2026-01-07"
-- p3 = 1767225600001
-- p4 = 1767830400000
-- p5 = 11
