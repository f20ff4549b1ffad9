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
