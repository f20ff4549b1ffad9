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
