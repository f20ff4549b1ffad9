-- counted
SELECT groupArray((at, facts)) AS points
FROM (
SELECT toInt64(day) AS at, tuple(sumIf(visitors, previous_day < {p0:Int64}), sumIf(visitors, (previous_day > 0 AND previous_day < {p0:Int64} OR first_day < {p0:Int64})), sum(pageviews), sum(sessions), sum(bounces), sum(duration), sumIf(visitors, previous_day < {p1:Int64}), sumIf(visitors, previous_day < roundDown(day, {p2:Array(Int64)}))) AS facts
FROM daily_visitors
WHERE website_id = {p3:UUID} AND generation = {p4:Int64} AND (dimension = '' AND day >= {p1:Int64} AND day < {p5:Int64})
GROUP BY at
);
-- p0 = 20455
-- p1 = 20448
-- p2 = [20455,20456]
-- p3 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p4 = 1
-- p5 = 20462

-- counted
WITH dimension AS list
SELECT list, value, tuple(sumIf(visitors, previous_day < {p0:Int64}), sum(pageviews), sum(events)) AS facts, multiIf(list IN ({p1:String}), ifNull(nullIf(
  replaceRegexpAll(replaceRegexpAll(lowerUTF8(value), '[ -/:-@[-`{-~]+', '-'), '^-|-$', ''), ''
), 'unknown'), '') AS row_name
FROM daily_visitors
WHERE website_id = {p2:UUID} AND generation = {p3:Int64} AND dimension IN ({p4:String}, {p5:String}, {p6:String}, {p1:String}, {p7:String}) AND (day >= {p0:Int64} AND day < {p8:Int64})
GROUP BY dimension, value
ORDER BY list, facts.1 DESC, row_name, value
LIMIT {p9:Int64} BY list, if(list IN ({p6:String}), value, '');
-- p0 = 20455
-- p1 = "os"
-- p2 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p3 = 1
-- p4 = "referrer"
-- p5 = "path"
-- p6 = "country"
-- p7 = "name"
-- p8 = 20462
-- p9 = 10
