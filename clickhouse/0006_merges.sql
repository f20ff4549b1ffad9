-- Under load a part comes each second, and merging parts column by column costs more than inserting them did. Parts are
-- merged ten and more at a time, and whole rows at once as long as they are small.
ALTER TABLE events{{local}} {{on_cluster}}
MODIFY SETTING merge_selector_base = 10, vertical_merge_algorithm_min_rows_to_activate = 1000000
