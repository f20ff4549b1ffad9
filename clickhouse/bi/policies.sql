-- On a server, the policies that clickhouse/embedded-users.xml has for the embedded engine: no one reads a row through the views but
-- of the websites that the setting log_comment lists.
CREATE ROW POLICY IF NOT EXISTS footfall {{on_cluster}} ON bi_rows.events{{local}} USING has(arrayMap(id -> toUUIDOrZero(id), splitByChar(',', getSetting('log_comment'))), website_id) TO ALL
----
CREATE ROW POLICY IF NOT EXISTS footfall {{on_cluster}} ON bi_rows.visits{{local}} USING has(arrayMap(id -> toUUIDOrZero(id), splitByChar(',', getSetting('log_comment'))), website_id) TO ALL
----
CREATE ROW POLICY IF NOT EXISTS footfall {{on_cluster}} ON bi_rows.daily_visitors{{local}} USING has(arrayMap(id -> toUUIDOrZero(id), splitByChar(',', getSetting('log_comment'))), website_id) TO ALL
----
CREATE ROW POLICY IF NOT EXISTS footfall {{on_cluster}} ON bi_rows.websites{{local}} USING has(arrayMap(id -> toUUIDOrZero(id), splitByChar(',', getSetting('log_comment'))), website_id) TO ALL
