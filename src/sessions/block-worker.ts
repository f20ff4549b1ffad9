/** What runs in the thread of blocks: it answers one call after the other. */
import { parentPort } from 'node:worker_threads';
import { BlockMaker } from './block-maker.js';
import type { Call, Outcome } from './block-thread.js';

const maker = new BlockMaker();

parentPort?.on('message', (call: Call) => {
  const outcome = outcomeOf(call);
  // A block is the only large answer, and its memory is its own: it is handed over, not copied.
  const block = 'value' in outcome && outcome.value instanceof Uint8Array ? outcome.value : undefined;
  parentPort?.postMessage(outcome, block === undefined ? [] : [block.buffer as ArrayBuffer]);
});

function outcomeOf({ method, args }: Call): Outcome {
  try {
    return { value: (maker[method] as (...args: readonly unknown[]) => unknown)(...args) };
  } catch (error) {
    return { error };
  }
}
