CREATE DATABASE IF NOT EXISTS bi COMMENT 'Footfall for BI tools, version 1'
CREATE DATABASE IF NOT EXISTS bi_rows
CREATE TABLE IF NOT EXISTS bi_rows.events ENGINE = Merge(currentDatabase(), '^events$')
CREATE TABLE IF NOT EXISTS bi_rows.visits ENGINE = Merge(currentDatabase(), '^visits$')
CREATE TABLE IF NOT EXISTS bi_rows.daily_visitors ENGINE = Merge(currentDatabase(), '^daily_visitors$')
CREATE TABLE IF NOT EXISTS bi_rows.websites ENGINE = Merge(currentDatabase(), '^websites$')
CREATE ROW POLICY IF NOT EXISTS footfall ON bi_rows.events FOR SELECT USING has(arrayMap(id -> toUUIDOrZero(id), splitByChar(',', getSetting('log_comment'))), website_id) TO ALL
CREATE ROW POLICY IF NOT EXISTS footfall ON bi_rows.visits FOR SELECT USING has(arrayMap(id -> toUUIDOrZero(id), splitByChar(',', getSetting('log_comment'))), website_id) TO ALL
CREATE ROW POLICY IF NOT EXISTS footfall ON bi_rows.daily_visitors FOR SELECT USING has(arrayMap(id -> toUUIDOrZero(id), splitByChar(',', getSetting('log_comment'))), website_id) TO ALL
CREATE ROW POLICY IF NOT EXISTS footfall ON bi_rows.websites FOR SELECT USING has(arrayMap(id -> toUUIDOrZero(id), splitByChar(',', getSetting('log_comment'))), website_id) TO ALL
CREATE SETTINGS PROFILE OR REPLACE `footfall_bi_6f1c1f9e0d5f4b0e9a53000000000001` SETTINGS readonly = 2, log_comment = '6f1c1f9e-0d5f-4b0e-9a53-00000000000a,6f1c1f9e-0d5f-4b0e-9a53-00000000000b' CONST, max_execution_time = 30 MAX 30, max_result_rows = 1000000 MAX 1000000, max_memory_usage = 500000000 MAX 500000000, max_concurrent_queries_for_user = 2 CONST, allow_introspection_functions = 0 CONST
CREATE USER OR REPLACE footfall_bi_6f1c1f9e0d5f4b0e9a53000000000001 IDENTIFIED WITH sha256_hash BY 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' DEFAULT DATABASE bi SETTINGS PROFILE `footfall_bi_6f1c1f9e0d5f4b0e9a53000000000001`
CREATE QUOTA OR REPLACE footfall_bi_6f1c1f9e0d5f4b0e9a53000000000001 FOR INTERVAL 1 minute MAX execution_time = 60 TO footfall_bi_6f1c1f9e0d5f4b0e9a53000000000001
GRANT SELECT ON bi.* TO footfall_bi_6f1c1f9e0d5f4b0e9a53000000000001
