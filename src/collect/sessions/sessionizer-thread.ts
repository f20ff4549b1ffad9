import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { AsyncSessionizer, Sessionizer } from './sessionizer.js';

export type Call = {
  readonly [Method in keyof Sessionizer]: {
    readonly method: Method;
    readonly args: Parameters<Sessionizer[Method]>;
  };
}[keyof Sessionizer];

export type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** Builds blocks in a separate thread, so that requests are answered meanwhile. Takes one call at a time. */
export class SessionizerThread implements AsyncSessionizer {
  readonly #worker = new Worker(new URL('sessionizer-worker.js', import.meta.url));

  constructor() {
    // An error in the thread ends the process. The next start loads the sessions again.
    this.#worker.on('error', (error) => {
      throw error;
    });
  }

  load(...args: Parameters<Sessionizer['load']>) {
    return this.#call({ method: 'load', args });
  }

  recall(...args: Parameters<Sessionizer['recall']>) {
    return this.#call({ method: 'recall', args });
  }

  buildBatch(...args: Parameters<Sessionizer['buildBatch']>) {
    return this.#call({ method: 'buildBatch', args });
  }

  count(...args: Parameters<Sessionizer['count']>) {
    return this.#call({ method: 'count', args });
  }

  commit(...args: Parameters<Sessionizer['commit']>) {
    return this.#call({ method: 'commit', args });
  }

  forget(...args: Parameters<Sessionizer['forget']>) {
    return this.#call({ method: 'forget', args });
  }

  restore(...args: Parameters<Sessionizer['restore']>) {
    return this.#call({ method: 'restore', args });
  }

  addRecent(...args: Parameters<Sessionizer['addRecent']>) {
    return this.#call({ method: 'addRecent', args });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  async #call<Method extends keyof Sessionizer>(
    call: Extract<Call, { readonly method: Method }>,
  ): Promise<ReturnType<Sessionizer[Method]>> {
    this.#worker.postMessage(call);
    const [outcome] = (await once(this.#worker, 'message')) as [Outcome];
    if ('error' in outcome) throw outcome.error;
    return outcome.value as ReturnType<Sessionizer[Method]>;
  }
}
