-- What reports say of the views of pages, and what custom events say of revenue. On a leave, facts that are additive over a view's
-- reports, so that a view is counted whole and once however often it was hidden: a statistic is one pass without a join.
ALTER TABLE events{{local}} {{on_cluster}}
  -- Milliseconds from the view to this report: the report counts at the time of its view.
  ADD COLUMN IF NOT EXISTS since_view UInt32 CODEC(ZSTD(1)),
  -- Seconds that this row adds to those its view was visible, which are at most 1,800; 1 on the first report of a view.
  ADD COLUMN IF NOT EXISTS page_seconds UInt16 CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS page_reports UInt8 CODEC(ZSTD(1)),
  -- The event's own depth, -1 without one; what this row adds to the furthest depth of its view; 1 on the first report with a depth.
  ADD COLUMN IF NOT EXISTS scroll Int8 DEFAULT -1 CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS scroll_depth UInt8 CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS scroll_reports UInt8 CODEC(ZSTD(1)),
  -- From the properties of a custom event with an amount and a currency; the currency is empty without.
  ADD COLUMN IF NOT EXISTS revenue Decimal(18, 6) CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS currency LowCardinality(String),
  ADD COLUMN IF NOT EXISTS order_id String CODEC(ZSTD(1))
----
ALTER TABLE events {{on_cluster}}
  ADD COLUMN IF NOT EXISTS since_view UInt32,
  ADD COLUMN IF NOT EXISTS page_seconds UInt16,
  ADD COLUMN IF NOT EXISTS page_reports UInt8,
  ADD COLUMN IF NOT EXISTS scroll Int8 DEFAULT -1,
  ADD COLUMN IF NOT EXISTS scroll_depth UInt8,
  ADD COLUMN IF NOT EXISTS scroll_reports UInt8,
  ADD COLUMN IF NOT EXISTS revenue Decimal(18, 6),
  ADD COLUMN IF NOT EXISTS currency LowCardinality(String),
  ADD COLUMN IF NOT EXISTS order_id String
----
ALTER TABLE deleted_events{{local}} {{on_cluster}} ADD COLUMN IF NOT EXISTS scroll Int8 DEFAULT -1 CODEC(ZSTD(1))
----
ALTER TABLE deleted_events {{on_cluster}} ADD COLUMN IF NOT EXISTS scroll Int8 DEFAULT -1
