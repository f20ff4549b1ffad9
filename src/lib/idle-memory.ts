import { performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const INTERVAL_MS = 10_000;

/** The process is idle while its main thread is busy for a smaller share of the time. */
const IDLE_UTILIZATION = 0.01;

/** With less than this, a collection would free too little. */
const MIN_YOUNG_BYTES = 8 * 1024 * 1024;

/** With more than this, a collection would block the process for over a fifth of a second. */
const MAX_HEAP_BYTES = 150 * 1024 * 1024;

/**
 * Returns memory to the system when the process is idle. The space for short-lived objects grows with the load, and V8
 * shrinks it only in a full collection, which does not happen while the process is idle.
 *
 * @returns a function that stops it
 */
export function freeMemoryWhenIdle(intervalMs = INTERVAL_MS): () => void {
  // Contexts created after the flag was set have the function.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const isWorthIt = youngBytes() > MIN_YOUNG_BYTES && getHeapStatistics().used_heap_size < MAX_HEAP_BYTES;
    if (utilization < IDLE_UTILIZATION && isWorthIt) collect();
  }, intervalMs).unref();
  return () => clearInterval(timer);
}

/** Memory reserved for short-lived objects. */
export const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.physical_space_size ?? 0;
