-- The known name of a bot, of which there are few; empty for other drops. Stored rows are without it. A column that is added with
-- the sorting key needs no rewriting of parts.
ALTER TABLE drops{{local}} {{on_cluster}}
  ADD COLUMN IF NOT EXISTS agent LowCardinality(String), MODIFY ORDER BY (website_id, time, reason, agent)
----
ALTER TABLE drops {{on_cluster}} ADD COLUMN IF NOT EXISTS agent LowCardinality(String)
