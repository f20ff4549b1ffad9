-- The visitors of each day are counted again, in the new table of ClickHouse's migration 11.
UPDATE "websites" SET "count_state" = 'over';
