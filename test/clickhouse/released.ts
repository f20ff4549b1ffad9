/** The migrations there are: a new one changes what a test may count. */
export const RELEASED = [
  '0001_events.sql',
  '0002_imports.sql',
  '0003_drops.sql',
  '0004_rollups.sql',
  '0005_totals.sql',
  '0006_merges.sql',
  '0007_pages.sql',
  '0008_daily_sessions.sql',
  '0009_daily_visitors.sql',
  '0010_visitor_ids.sql',
  '0011_hourly_visitors.sql',
  '0012_import_lines.sql',
  '0013_daily_totals.sql',
  '0014_alike.sql',
  '0015_alike_cities.sql',
];
