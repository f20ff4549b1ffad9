import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { Mutex } from '../lib/mutex.js';
import type { Database } from '../postgres/postgres.js';
import { mirrorWebsites } from './mirror-websites.js';

export interface WebsiteMirrorDeps {
  readonly clickhouse: ClickHouse;
  readonly db: Database;
  readonly now: () => number;
  readonly onFailed: (error: unknown) => void;
  /** Called when PostgreSQL has newly lost websites. */
  readonly onLost: (websiteIds: readonly string[]) => void;
}

/** Synchronizes at the start, after each change, and on demand. */
export class WebsiteMirror {
  readonly #running = new Mutex();
  /** A round that has not begun to read. */
  #next: Promise<void> | undefined;
  #lost: ReadonlySet<string> = new Set();
  #isClosed = false;

  constructor(private readonly deps: WebsiteMirrorDeps) {
    void this.refresh();
  }

  /** Resolves when all changes before the call are in ClickHouse, or when that failed and will be repeated. */
  async refresh(): Promise<void> {
    if (this.#isClosed) return;
    this.#next ??= this.#running.run(async () => {
      this.#next = undefined;
      const { clickhouse, db, now, onFailed } = this.deps;
      try {
        this.#report(await mirrorWebsites(clickhouse, db, now()));
      } catch (error) {
        onFailed(error);
      }
    });
    await this.#next;
  }

  #report(lost: readonly string[]): void {
    const isNew = lost.some((id) => !this.#lost.has(id));
    this.#lost = new Set(lost);
    if (isNew) this.deps.onLost(lost);
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
