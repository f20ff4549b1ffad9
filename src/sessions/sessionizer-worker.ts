import { parentPort } from 'node:worker_threads';
import type { CountedBlock } from '../daily-visitors/block-counts.js';
import { type Batch, Sessionizer } from './sessionizer.js';
import type { Call, Outcome } from './sessionizer-thread.js';

/** What runs in the thread of blocks: it answers one call after the other. */

const sessionizer = new Sessionizer();

parentPort?.on('message', (call: Call) => {
  const outcome = outcomeOf(call);
  parentPort?.postMessage(outcome, handedOver(outcome, call.method));
});

/** Rows are the only large answers, and their memory is their own: it is handed over, not copied. */
function handedOver(outcome: Outcome, method: Call['method']): readonly ArrayBuffer[] {
  if ('error' in outcome) return [];
  if (method === 'buildBatch') return [(outcome.value as Batch).block.buffer as ArrayBuffer];
  return method === 'count' ? [(outcome.value as CountedBlock).rows.buffer as ArrayBuffer] : [];
}

function outcomeOf({ method, args }: Call): Outcome {
  try {
    return { value: (sessionizer[method] as (...args: readonly unknown[]) => unknown)(...args) };
  } catch (error) {
    return { error };
  }
}
