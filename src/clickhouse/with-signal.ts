import { setMaxListeners } from 'node:events';
import type { ClickHouse } from './clickhouse.js';

/** Returns a client for one request: when its signal is aborted, since who sent it has left, queries that wait are dropped. */
export function withSignal(clickhouse: ClickHouse, signal: AbortSignal): ClickHouse {
  // Node warns of more than ten listeners, and a page asks more queries at once.
  setMaxListeners(0, signal);
  return {
    ...clickhouse,
    query: (query) => clickhouse.query({ ...query, signal }),
    stream: (query) => clickhouse.stream({ ...query, signal }),
    readFile: (query) => clickhouse.readFile({ ...query, signal }),
  };
}
