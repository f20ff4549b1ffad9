import { performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const INTERVAL_MS = 10_000;

/** Share of its time that the main thread works at most while it counts as idle. */
const IDLE_UTILIZATION = 0.01;

/** With less than this, nothing is collected: little would be given back. */
const MIN_YOUNG_BYTES = 8 * 1024 * 1024;

/** With more than this, nothing is collected: it would take over a fifth of a second, in which nothing is answered. */
const MAX_HEAP_BYTES = 150 * 1024 * 1024;

/**
 * Gives memory back when the process is idle. The room for short-lived objects grows with the load, and V8 makes it smaller
 * only when it collects everything, which it has no reason to do while nothing happens.
 *
 * @returns what ends it
 */
export function freeMemoryWhenIdle(intervalMs = INTERVAL_MS): () => void {
  // A context that is made after the flag was set has the function.
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

/** Returns the memory that is reserved for short-lived objects. */
export const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.physical_space_size ?? 0;
