import type { BlockContext } from './block-context.js';
import { loadOpenSessions, type WebsiteRange, websitesWithOpenSessions } from './load-open-sessions.js';

/** Restores the sessions in memory from ClickHouse when they may differ: at the start, and after an import. */
export class SessionRestorer {
  #isStale = true;
  readonly #staleWebsites = new Set<string>();

  constructor(private readonly context: BlockContext) {}

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
    const { clickhouse, sessionizer, observer } = this.context;
    if (this.#isStale) {
      await sessionizer.forget();
      await this.#orElse(
        () => this.#load(now),
        () =>
          this.#orElse(
            async () => this.#restoreWebsites(now, await websitesWithOpenSessions(clickhouse, now)),
            async (error) => {
              await sessionizer.forget();
              observer.onNotRestored(error, undefined);
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
          await this.context.sessionizer.forget(first);
          this.context.observer.onNotRestored(error, first);
          return;
        }
        const middle = Math.ceil(websites.length / 2);
        await this.#restoreWebsites(now, websites.slice(0, middle));
        await this.#restoreWebsites(now, websites.slice(middle));
      },
    );
  }

  async #load(now: number, websites?: WebsiteRange): Promise<void> {
    const { clickhouse, sessionizer, observer } = this.context;
    let cut = 0;
    for await (const sessions of loadOpenSessions(clickhouse, now, websites))
      cut += await sessionizer.restore(sessions);
    if (cut > 0) observer.onSessionsCut(cut);
  }

  /** If the task fails although ClickHouse answers, the task itself is the cause, and the alternative runs. */
  async #orElse<T>(task: () => Promise<T>, instead: (error: unknown) => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      await this.context.clickhouse.ping();
      return instead(error);
    }
  }
}
