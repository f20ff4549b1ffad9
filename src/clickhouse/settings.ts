/** ClickHouse settings by name. */
export type Settings = Readonly<Record<string, number>>;

/** Of a question: limits, so that none can take the machine, and 64-bit integers as strings, which JavaScript can hold. */
export const readSettings: Settings = {
  max_execution_time: 30,
  max_memory_usage: 1_000_000_000,
  // What groups and sorts more than that goes on with on disk.
  max_bytes_before_external_group_by: 250_000_000,
  max_bytes_before_external_sort: 250_000_000,
  output_format_json_quote_64bit_integers: 1,
};

/** Of a query whose answer is sent while it is read: it waits for its reader, whose connection may be slow. */
export const streamSettings: Settings = {
  ...readSettings,
  max_execution_time: 300,
  // Rows come in chunks of that many, which are copied at once.
  max_block_size: 8_192,
};

/** Of an insert. A block must be stored when the insert returns, once, and in the tables behind the views too. */
export const insertSettings: Settings = {
  async_insert: 0,
  deduplicate_blocks_in_dependent_materialized_views: 1,
  // A cell that is missing is a fault of its row, never the column's default.
  input_format_null_as_default: 0,
  // A block is small: to parse it with several threads takes megabytes for each and gains nothing.
  input_format_parallel_parsing: 0,
  // An import of ten years touches 120 monthly partitions at once.
  max_partitions_per_insert_block: 0,
};

/** Of statements that change something: a delete returns when the rows are gone from every replica. */
export const commandSettings: Settings = {
  mutations_sync: 2,
  // Rows that are made again may be of ten years.
  max_partitions_per_insert_block: 0,
  // A delete may choose its rows by a sub-query, whose tables stay as they are until it is done.
  allow_nondeterministic_mutations: 1,
  // A month of millions of rows is grouped and sorted on disk, in the same time as in gigabytes of memory.
  max_bytes_before_external_group_by: 150_000_000,
  max_bytes_before_external_sort: 150_000_000,
};

/**
 * Of everything on a cluster. What is inserted is on its shard when the insert returns, and a sub-query reads the
 * shard's own rows: what such ones find by visitor is sharded by visitor, so that it lies together. Of a shard's replicas the
 * first one that is up takes what is written and asked: another one may not have what has just been written.
 */
export const clusterSettings = {
  distributed_foreground_insert: 1,
  distributed_product_mode: 'local',
  load_balancing: 'in_order',
  // Long texts in a sub-query would be replaced by their values on the way to the shards, which name their columns otherwise then.
  optimize_const_name_size: -1,
} as const;
