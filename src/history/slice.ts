import { setImmediate as nextTurn } from 'node:timers/promises';

const MAX_SLICE_MS = 5;

/** Splits long work into slices, so that other work of this thread can run in between: `if (slice.isOver) await slice.next();` */
export class Slice {
  #end = performance.now() + MAX_SLICE_MS;

  get isOver(): boolean {
    return performance.now() >= this.#end;
  }

  /** Lets the event loop run, and starts the next slice. */
  async next(): Promise<void> {
    await nextTurn();
    this.#end = performance.now() + MAX_SLICE_MS;
  }
}
