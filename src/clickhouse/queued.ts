import { TaskQueue } from '../lib/task-queue.js';
import type { ClickHouse } from './clickhouse.js';

/** As many as the embedded engine has readers. A server does more at once, on its own machine. */
const RUNNING = { embedded: 2, server: 8 } as const;

/** The queries of fifty pages of the dashboard, of which each asks ten. */
const MAX_WAITING = 500;
const MAX_WAIT_MS = 10_000;

/** A long answer takes memory and processor for as long as its reader takes. */
const RUNNING_STREAMS = 2;
const MAX_WAITING_STREAMS = 10;

const REFUSAL = 'Too many statistics are being asked for at the moment, try again later';

/**
 * Returns a ClickHouse for what people and programs ask: few queries run at a time, so that those of the service itself never wait
 * behind many, and a bounded number waits for a bounded time. Beyond, it throws AppError `unavailable`.
 */
export function queued(clickhouse: ClickHouse, engine: keyof typeof RUNNING): ClickHouse {
  const wait = { maxWaitMs: MAX_WAIT_MS, refusal: REFUSAL };
  const queries = new TaskQueue({ ...wait, maxRunning: RUNNING[engine], maxWaiting: MAX_WAITING });
  const streams = new TaskQueue({ ...wait, maxRunning: RUNNING_STREAMS, maxWaiting: MAX_WAITING_STREAMS });
  return {
    ...clickhouse,
    query: (query) => queries.run(() => clickhouse.query(query)),
    stream: (query) => streams.runWhileRead(() => clickhouse.stream(query)),
  };
}
