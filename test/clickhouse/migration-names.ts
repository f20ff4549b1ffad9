/** The files of the schema: a new one changes what a test may count. */
export const MIGRATION_NAMES = [
  '0001_events.sql',
  '0002_visits.sql',
  '0003_sessions.sql',
  '0004_daily_visitors.sql',
  '0005_usage.sql',
  '0006_drops.sql',
  '0007_import_lines.sql',
  '0008_import_sessions.sql',
  '0009_websites.sql',
  '0010_deleted_events.sql',
  '0011_daily_visitors.sql',
  '0012_daily_visitors.sql',
  '0013_campaign_parameters.sql',
  '0014_reports.sql',
  '0015_drop_agents.sql',
];
