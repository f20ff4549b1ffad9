import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { loadOpenSessions, type WebsiteRange, websitesWithOpenSessions } from './load-open-sessions.js';
import type { AsyncSessionizer } from './sessionizer.js';

export interface SessionRestorerDeps {
  readonly clickhouse: ClickHouse;
  readonly sessionizer: AsyncSessionizer;
  /** More sessions were under way than are remembered. */
  readonly onSessionsCut: (sessions: number) => void;
  /** The sessions of a website, or of all where none is named, are not restored: their next events begin others. */
  readonly onNotRestored: (error: unknown, websiteId: string | undefined) => void;
}

/** Brings the sessions in memory to what ClickHouse has, where they may differ: at the start, and after an import. */
export class SessionRestorer {
  readonly #deps: SessionRestorerDeps;
  #isStale = true;
  readonly #staleWebsites = new Set<string>();

  constructor(deps: SessionRestorerDeps) {
    this.#deps = deps;
  }

  /** The sessions of a website, or of all, in memory are not to be gone on with. */
  markStale(websiteId?: string): void {
    if (websiteId === undefined) this.#isStale = true;
    else this.#staleWebsites.add(websiteId);
  }

  get isFresh(): boolean {
    return !this.#isStale && this.#staleWebsites.size === 0;
  }

  /**
   * Loads what is stale, as it was at `now` (epoch milliseconds). What ClickHouse refuses to read is left out and told: a
   * website whose sessions cannot be read holds up no other.
   *
   * @throws ClickHouseError while ClickHouse does not answer; then a repeat may succeed.
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

  /** Halves websites whose sessions cannot be read together until the one at fault is alone. */
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

  /** Where a task fails although ClickHouse answers, its failure is its own, and something else is done instead. */
  async #orElse<T>(task: () => Promise<T>, instead: (error: unknown) => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      await this.#deps.clickhouse.ping();
      return instead(error);
    }
  }
}
