import { parentPort } from 'node:worker_threads';
import type { CountedBlock } from '../../daily-visitors/day-rows.js';
import { type Batch, Sessionizer } from './sessionizer.js';
import type { Call, Outcome } from './sessionizer-thread.js';

/** The entry point of the sessionizer thread. It handles calls one after the other. */

const sessionizer = new Sessionizer();

parentPort?.on('message', (call: Call) => {
  const outcome = runCall(call);
  parentPort?.postMessage(outcome, handedOver(outcome, call.method));
});

/** Buffers to transfer instead of copying: rows are the only large results, and own their memory. */
function handedOver(outcome: Outcome, method: Call['method']): readonly ArrayBuffer[] {
  if ('error' in outcome) return [];
  if (method === 'buildBatch') return [(outcome.value as Batch).block.buffer as ArrayBuffer];
  return method === 'count' ? [(outcome.value as CountedBlock).rows.buffer as ArrayBuffer] : [];
}

function runCall({ method, args }: Call): Outcome {
  try {
    return { value: (sessionizer[method] as (...args: readonly unknown[]) => unknown)(...args) };
  } catch (error) {
    return { error };
  }
}
