import type { Context } from '../context/context.js';
import { Mutex } from '../lib/mutex.js';
import { mirrorWebsites } from './mirror-websites.js';

/** Synchronizes at the start, after each change, and on demand. */
export class WebsiteMirror {
  readonly #running = new Mutex();
  /** A round that has not begun to read. */
  #next: Promise<void> | undefined;
  #lost: ReadonlySet<string> = new Set();
  #isClosed = false;

  constructor(private readonly context: Context) {
    void this.refresh();
  }

  /** Resolves when all changes before the call are in ClickHouse, or when that failed and will be repeated. */
  async refresh(): Promise<void> {
    if (this.#isClosed) return;
    this.#next ??= this.#running.run(async () => {
      this.#next = undefined;
      const { clickhouse, db, now, warn } = this.context;
      try {
        this.#report(await mirrorWebsites(clickhouse, db, now()));
      } catch (error) {
        warn('websites could not be written to ClickHouse yet')(error);
      }
    });
    await this.#next;
  }

  #report(lost: readonly string[]): void {
    const isNew = lost.some((id) => !this.#lost.has(id));
    this.#lost = new Set(lost);
    if (!isNew) return;
    this.context.log.error(
      { websites: lost },
      'PostgreSQL has lost websites that have events in ClickHouse: their events are kept, see docs/running.md',
    );
  }

  /** Resolves when no round is running or waiting. */
  async settled(): Promise<void> {
    await this.#running.run(async () => undefined);
  }

  /** Resolves when the last round has ended. Later changes are found by the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.settled();
  }
}
