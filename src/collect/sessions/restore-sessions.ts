import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { loadOpenSessions, type WebsiteRange, websitesWithOpenSessions } from './load-open-sessions.js';
import type { AsyncSessionizer } from './sessionizer.js';

export interface SessionRestorerDeps {
  readonly clickhouse: ClickHouse;
  readonly sessionizer: AsyncSessionizer;
  readonly onSessionsCut: (sessions: number) => void;
  /**
   * Called when the sessions of a website, or of all websites if it is undefined, could not be restored: their next
   * events begin new sessions.
   */
  readonly onNotRestored: (error: unknown, websiteId: string | undefined) => void;
}

/** Restores the sessions in memory from ClickHouse when they may differ: at the start, and after an import. */
export class SessionRestorer {
  readonly #deps: SessionRestorerDeps;
  #isStale = true;
  readonly #staleWebsites = new Set<string>();

  constructor(deps: SessionRestorerDeps) {
    this.#deps = deps;
  }

  /** Marks the sessions of a website, or of all websites, as outdated. */
  markStale(websiteId?: string): void {
    if (websiteId === undefined) this.#isStale = true;
    else this.#staleWebsites.add(websiteId);
  }

  get isFresh(): boolean {
    return !this.#isStale && this.#staleWebsites.size === 0;
  }

  /**
   * Loads the stale sessions as of `now` (epoch milliseconds). Sessions that ClickHouse fails to read are skipped and reported:
   * a website whose sessions cannot be read delays no other.
   *
   * @throws ClickHouseError while ClickHouse does not answer; a retry may succeed
   */
  async restore(now: number): Promise<void> {
    const { clickhouse, sessionizer, onNotRestored } = this.#deps;
    if (this.#isStale) {
      await sessionizer.forget();
      await this.#orElse(
        () => this.#load(now),
        () =>
          this.#orElse(
            async () => this.#restoreWebsites(now, await websitesWithOpenSessions(clickhouse, now)),
            async (error) => {
              await sessionizer.forget();
              onNotRestored(error, undefined);
            },
          ),
      );
      this.#isStale = false;
      this.#staleWebsites.clear();
    }
    for (const websiteId of this.#staleWebsites) {
      await sessionizer.forget(websiteId);
      await this.#restoreWebsites(now, [websiteId]);
      this.#staleWebsites.delete(websiteId);
    }
  }

  /** Restores the sessions of websites. On failure, halves the list until the failing website is isolated. */
  async #restoreWebsites(now: number, websites: readonly string[]): Promise<void> {
    const [first, last] = [websites[0], websites.at(-1)];
    if (first === undefined || last === undefined) return;
    await this.#orElse(
      () => this.#load(now, { first, last }),
      async (error) => {
        if (websites.length === 1) {
          await this.#deps.sessionizer.forget(first);
          this.#deps.onNotRestored(error, first);
          return;
        }
        const middle = Math.ceil(websites.length / 2);
        await this.#restoreWebsites(now, websites.slice(0, middle));
        await this.#restoreWebsites(now, websites.slice(middle));
      },
    );
  }

  async #load(now: number, websites?: WebsiteRange): Promise<void> {
    const { clickhouse, sessionizer, onSessionsCut } = this.#deps;
    let cut = 0;
    for await (const sessions of loadOpenSessions(clickhouse, now, websites))
      cut += await sessionizer.restore(sessions);
    if (cut > 0) onSessionsCut(cut);
  }

  /** If the task fails although ClickHouse answers, the task itself is the cause, and the alternative runs. */
  async #orElse<T>(task: () => Promise<T>, instead: (error: unknown) => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      await this.#deps.clickhouse.ping();
      return instead(error);
    }
  }
}
