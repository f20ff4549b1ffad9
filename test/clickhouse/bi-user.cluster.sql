CREATE DATABASE IF NOT EXISTS bi ON CLUSTER main COMMENT 'Footfall for BI tools, version 1'
CREATE DATABASE IF NOT EXISTS bi_rows ON CLUSTER main
CREATE TABLE IF NOT EXISTS bi_rows.events_local ON CLUSTER main ENGINE = Merge(currentDatabase(), '^events_local$')
CREATE TABLE IF NOT EXISTS bi_rows.visits_local ON CLUSTER main ENGINE = Merge(currentDatabase(), '^visits_local$')
CREATE TABLE IF NOT EXISTS bi_rows.daily_visitors_local ON CLUSTER main ENGINE = Merge(currentDatabase(), '^daily_visitors_local$')
CREATE TABLE IF NOT EXISTS bi_rows.websites_local ON CLUSTER main ENGINE = Merge(currentDatabase(), '^websites_local$')
CREATE TABLE IF NOT EXISTS bi_rows.events ON CLUSTER main AS bi_rows.events_local ENGINE = Distributed('main', 'bi_rows', 'events_local')
CREATE TABLE IF NOT EXISTS bi_rows.visits ON CLUSTER main AS bi_rows.visits_local ENGINE = Distributed('main', 'bi_rows', 'visits_local')
CREATE TABLE IF NOT EXISTS bi_rows.daily_visitors ON CLUSTER main AS bi_rows.daily_visitors_local ENGINE = Distributed('main', 'bi_rows', 'daily_visitors_local')
CREATE TABLE IF NOT EXISTS bi_rows.websites ON CLUSTER main AS bi_rows.websites_local ENGINE = Distributed('main', 'bi_rows', 'websites_local')
CREATE ROW POLICY IF NOT EXISTS footfall ON bi_rows.events_local ON CLUSTER main FOR SELECT USING has(arrayMap(id -> toUUIDOrZero(id), splitByChar(',', getSetting('log_comment'))), website_id) TO ALL
CREATE ROW POLICY IF NOT EXISTS footfall ON bi_rows.visits_local ON CLUSTER main FOR SELECT USING has(arrayMap(id -> toUUIDOrZero(id), splitByChar(',', getSetting('log_comment'))), website_id) TO ALL
CREATE ROW POLICY IF NOT EXISTS footfall ON bi_rows.daily_visitors_local ON CLUSTER main FOR SELECT USING has(arrayMap(id -> toUUIDOrZero(id), splitByChar(',', getSetting('log_comment'))), website_id) TO ALL
CREATE ROW POLICY IF NOT EXISTS footfall ON bi_rows.websites_local ON CLUSTER main FOR SELECT USING has(arrayMap(id -> toUUIDOrZero(id), splitByChar(',', getSetting('log_comment'))), website_id) TO ALL
CREATE SETTINGS PROFILE OR REPLACE `footfall_bi_6f1c1f9e0d5f4b0e9a53000000000001` ON CLUSTER main SETTINGS readonly = 2, log_comment = '6f1c1f9e-0d5f-4b0e-9a53-00000000000a,6f1c1f9e-0d5f-4b0e-9a53-00000000000b' CONST, max_execution_time = 30 MAX 30, max_result_rows = 1000000 MAX 1000000, max_memory_usage = 500000000 MAX 500000000, max_concurrent_queries_for_user = 2 CONST, allow_introspection_functions = 0 CONST
CREATE USER OR REPLACE footfall_bi_6f1c1f9e0d5f4b0e9a53000000000001 ON CLUSTER main IDENTIFIED WITH sha256_hash BY 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' DEFAULT DATABASE bi SETTINGS PROFILE `footfall_bi_6f1c1f9e0d5f4b0e9a53000000000001`
CREATE QUOTA OR REPLACE footfall_bi_6f1c1f9e0d5f4b0e9a53000000000001 ON CLUSTER main FOR INTERVAL 1 minute MAX execution_time = 60 TO footfall_bi_6f1c1f9e0d5f4b0e9a53000000000001
GRANT ON CLUSTER main SELECT ON bi.* TO footfall_bi_6f1c1f9e0d5f4b0e9a53000000000001
