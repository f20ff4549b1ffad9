import { TaskQueue } from '../lib/task-queue.js';
import type { ClickHouse } from './clickhouse.js';

/** As many as the embedded engine has readers. A server runs more on its own machine. */
const RUNNING = { embedded: 2, server: 8 } as const;

/** The queries of fifty dashboard pages, with ten queries each. */
const MAX_WAITING = 500;
const MAX_WAIT_MS = 10_000;

/** A stream uses memory and processor time for as long as its reader takes. */
const RUNNING_STREAMS = 2;
const MAX_WAITING_STREAMS = 10;

/** A file takes disk space for as long as its reader takes. */
const RUNNING_FILES = 4;

const REFUSAL = 'Too many statistics are being asked for at the moment, try again later';

/**
 * Returns a client for queries of the dashboard and the API. Few run at a time, so that the service's own queries never
 * wait behind many, and a bounded number waits for a bounded time. Beyond that, it throws AppError `unavailable`.
 * Queries of disconnected clients are dropped before they run.
 */
export function queued(clickhouse: ClickHouse, engine: keyof typeof RUNNING): ClickHouse {
  const wait = { maxWaitMs: MAX_WAIT_MS, refusal: REFUSAL } as const;
  const queries = new TaskQueue({ ...wait, maxRunning: RUNNING[engine], maxWaiting: MAX_WAITING });
  const streams = new TaskQueue({ ...wait, maxRunning: RUNNING_STREAMS, maxWaiting: MAX_WAITING_STREAMS });
  const files = new TaskQueue({ ...wait, maxRunning: RUNNING_FILES, maxWaiting: MAX_WAITING_STREAMS });
  return {
    ...clickhouse,
    query: (query) => queries.run(() => clickhouse.query(query), query.signal),
    stream: (query) => streams.runWhileRead(() => clickhouse.stream(query), query.signal),
    readFile: (query) => files.runWhileRead(() => clickhouse.readFile(query), query.signal),
  };
}
