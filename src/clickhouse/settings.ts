export type Settings = Readonly<Record<string, number>>;

/** Limits that protect the machine, and 64-bit integers as strings, which JavaScript can represent. */
export const readSettings: Settings = {
  max_execution_time: 30,
  max_memory_usage: 1_000_000_000,
  // Larger groupings and sorts continue on disk, which takes up to twice as long.
  max_bytes_before_external_group_by: 250_000_000,
  max_bytes_before_external_sort: 250_000_000,
  // The visitors of `hasDone`, and the sessions of other subqueries: some millions.
  max_bytes_in_set: 200_000_000,
  // A query of many websites, or with many values to filter by, is longer than the default of 256 KiB.
  max_query_size: 4_194_304,
  max_ast_elements: 1_000_000,
  max_expanded_ast_elements: 1_000_000,
  output_format_json_quote_64bit_integers: 1,
  // Compiling frequent expressions takes longer than evaluating them, since each range has other constants.
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
  compile_sort_description: 0,
};

/** For statistics, and whatever else waits for a few rows. */
export const querySettings: Settings = {
  ...readSettings,
  // Reading the columns of conditions first takes longer in each of today's many small parts than it saves in large ones. A query that
  // needs few whole rows of a long history says `PREWHERE`.
  optimize_move_to_prewhere: 0,
};

/** For a result that is streamed: its reader's connection may be slow. */
export const streamSettings: Settings = {
  ...readSettings,
  max_execution_time: 300,
  // Rows arrive in chunks of this many, which are copied at once.
  max_block_size: 8_192,
};

/** For exported files: little memory, and row groups that a Parquet reader can load one by one. */
export const fileSettings: Settings = {
  ...readSettings,
  max_execution_time: 3_600,
  max_memory_usage: 500_000_000,
  max_threads: 1,
  output_format_json_quote_64bit_integers: 0,
  output_format_parquet_row_group_size: 100_000,
  output_format_parquet_parallel_encoding: 0,
};

/** When the insert returns, the block is stored once, in the tables behind the views too. */
export const insertSettings: Settings = {
  async_insert: 0,
  deduplicate_blocks_in_dependent_materialized_views: 1,
  // A missing value is an error, never the column's default.
  input_format_null_as_default: 0,
  // A block is small: parsing it with several threads gains nothing, and takes megabytes per thread.
  input_format_parallel_parsing: 0,
  // An import of ten years touches 120 monthly partitions at once.
  max_partitions_per_insert_block: 0,
};

/** For statements that change data or tables: a delete returns when the rows are gone from every replica. */
export const commandSettings: Settings = {
  mutations_sync: 2,
  // Rebuilt rows may span ten years.
  max_partitions_per_insert_block: 0,
  // A delete may select its rows with a subquery, whose tables do not change until it is done.
  allow_nondeterministic_mutations: 1,
  // Grouping and sorting a month of millions of rows on disk takes the same time as in gigabytes of memory.
  max_bytes_before_external_group_by: 150_000_000,
  max_bytes_before_external_sort: 150_000_000,
};

/**
 * For every statement on a cluster. Inserted rows are on their shard when the insert returns. A subquery reads only the
 * shard's own rows, which is correct because rows joined by visitor are sharded by visitor. Reads and writes go to a
 * shard's first replica that is up, because another one may lag behind.
 */
export const clusterSettings = {
  distributed_foreground_insert: 1,
  distributed_product_mode: 'local',
  load_balancing: 'in_order',
  // Otherwise long texts in a subquery are replaced by their values on the way to the shards, which then name their
  // columns differently.
  optimize_const_name_size: -1,
} as const;
