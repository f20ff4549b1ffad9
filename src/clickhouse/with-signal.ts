import type { ClickHouse } from './clickhouse.js';

/** Returns a client for one request: when its signal is aborted, since who sent it has left, queries that wait are dropped. */
export const withSignal = (clickhouse: ClickHouse, signal: AbortSignal): ClickHouse => ({
  ...clickhouse,
  query: (query) => clickhouse.query({ ...query, signal }),
  stream: (query) => clickhouse.stream({ ...query, signal }),
  readFile: (query) => clickhouse.readFile({ ...query, signal }),
});
