import type { Logger } from 'pino';

/** Slower resources are named in the log. */
const SLOW_CLOSE_MS = 1_000;

/** Closed one after the other, in reverse order. */
export class Resources {
  readonly #opened: (readonly [name: string, close: () => Promise<unknown>])[] = [];

  constructor(private readonly log: Pick<Logger, 'warn'>) {}

  /** @param name completes "stopping waits for …" in the log */
  add(name: string, close: () => Promise<unknown>): void {
    this.#opened.push([name, close]);
  }

  async close(): Promise<void> {
    for (const [name, close] of this.#opened.reverse()) {
      const slow = setTimeout(() => this.log.warn(`still waiting for ${name} to stop`), SLOW_CLOSE_MS);
      await close().finally(() => clearTimeout(slow));
    }
  }
}
