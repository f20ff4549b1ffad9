import { median } from '../questions/measure.js';
import type { BenchService } from '../questions/service.js';

const CALLS = 50;

/** Milliseconds of a bare `SELECT 1` through the service's own door to the engine. */
export async function bareCall({ engines }: BenchService): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const began = performance.now();
    await engines.clickhouse.ping();
    times.push(performance.now() - began);
  }
  return median(times.slice(1));
}
