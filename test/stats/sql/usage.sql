-- plain
SELECT sum(pageviews) AS pageviews
FROM usage
WHERE account_id = {p0:UUID}
  AND day >= toDate(fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND day < toDate(fromUnixTimestamp64Milli({p2:Int64}, 'UTC'));
-- p0 = "6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01"
-- p1 = 1767225600000
-- p2 = 1767830400000
