import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BlockMaker, BlockMaking } from './block-maker.js';

/** A method of the maker, as one thread asks the other for it. */
export type Call = {
  readonly [Method in keyof BlockMaker]: {
    readonly method: Method;
    readonly args: Parameters<BlockMaker[Method]>;
  };
}[keyof BlockMaker];

/** What came of it. */
export type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** Makes blocks in a thread of its own, so that requests are answered meanwhile. It takes one call at a time. */
export class BlockThread implements BlockMaking {
  readonly #worker = new Worker(new URL('block-worker.js', import.meta.url));

  constructor() {
    // Whatever ends the thread ends the process, whose next start reads the sessions back.
    this.#worker.on('error', (error) => {
      throw error;
    });
  }

  read(...args: Parameters<BlockMaker['read']>) {
    return this.#call({ method: 'read', args });
  }

  make(...args: Parameters<BlockMaker['make']>) {
    return this.#call({ method: 'make', args });
  }

  count(...args: Parameters<BlockMaker['count']>) {
    return this.#call({ method: 'count', args });
  }

  keep(...args: Parameters<BlockMaker['keep']>) {
    return this.#call({ method: 'keep', args });
  }

  forget(...args: Parameters<BlockMaker['forget']>) {
    return this.#call({ method: 'forget', args });
  }

  restore(...args: Parameters<BlockMaker['restore']>) {
    return this.#call({ method: 'restore', args });
  }

  addRecent(...args: Parameters<BlockMaker['addRecent']>) {
    return this.#call({ method: 'addRecent', args });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  async #call<Method extends keyof BlockMaker>(
    call: Extract<Call, { readonly method: Method }>,
  ): Promise<ReturnType<BlockMaker[Method]>> {
    this.#worker.postMessage(call);
    const [outcome] = (await once(this.#worker, 'message')) as [Outcome];
    if ('error' in outcome) throw outcome.error;
    return outcome.value as ReturnType<BlockMaker[Method]>;
  }
}
