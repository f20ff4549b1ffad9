import { inArray } from 'drizzle-orm';
import type { Postgres } from '../postgres/postgres.js';
import { websites } from '../postgres/schema.js';
import type { WebsitePage, WebsitePosition } from './find-website.js';
import type { Website } from './website.js';

const CHANNEL = 'footfall_websites';
const RETRY_MS = 1000;

/** Beyond this number, all websites are read instead of the stale ones: a statement has at most 65,535 parameters. */
const MAX_STALE = 1_000;

/**
 * Caches all websites in memory, by id and by tracking key, for looking up events. Every process keeps its cache fresh
 * through PostgreSQL's notifications; while PostgreSQL is unavailable, the last known state is served.
 *
 * Rows are read in rounds, one at a time, so that an older result never overwrites a newer one.
 */
export class WebsiteCache {
  readonly #byId = new Map<string, Website>();
  readonly #byTrackingKey = new Map<string, Website>();
  /** Ids to read in the next round; `undefined` means all. */
  #stale: Set<string> | undefined = new Set();
  #hasMissed = false;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #failure: unknown;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;
  #unlisten = async (): Promise<void> => {};

  private constructor(
    private readonly postgres: Postgres,
    private readonly log: (error: unknown) => void,
    private readonly onMissedCounts: (websiteIds: readonly string[]) => void,
    private readonly beforeFirst: () => Promise<void>,
  ) {}

  /**
   * Loads the table, or throws, and keeps it fresh until `close`.
   *
   * @param log receives read errors, which are retried
   * @param onMissedCounts called with websites whose counts another process began to rebuild while notifications were
   *   lost: events that this process has written since may be in no count
   * @param beforeFirst called before websites become visible; while it rejects, none does
   */
  static async open(
    postgres: Postgres,
    log: (error: unknown) => void,
    onMissedCounts: (websiteIds: readonly string[]) => void = () => {},
    beforeFirst: () => Promise<void> = async () => {},
  ): Promise<WebsiteCache> {
    const live = new WebsiteCache(postgres, log, onMissedCounts, beforeFirst);
    live.#unlisten = await postgres.listen(
      CHANNEL,
      (id) => void live.refresh(id),
      () => void live.#reload(),
    );
    await live.#settled();
    if (live.#failure === undefined) return live;
    await live.close();
    throw live.#failure;
  }

  byId(id: string): Website | undefined {
    return this.#byId.get(id);
  }

  /** Oldest first. */
  ofAccount(accountId: string, { limit, after, only = 'all' }: WebsitePage): readonly Website[] {
    const isWanted = (website: Website) =>
      website.accountId === accountId &&
      (after === undefined || inOrder(after, website) < 0) &&
      (only === 'all' || only.includes(website.id));
    return [...this.#byId.values()].filter(isWanted).sort(inOrder).slice(0, limit);
  }

  countForAccount(accountId: string): number {
    let count = 0;
    for (const website of this.#byId.values()) if (website.accountId === accountId) count += 1;
    return count;
  }

  all(): readonly Website[] {
    return [...this.#byId.values()];
  }

  /** Websites without complete daily visitor counts. */
  uncounted(): readonly Website[] {
    return this.all().filter(({ countState }) => countState !== 'complete');
  }

  byTrackingKey(key: string): Website | undefined {
    return this.#byTrackingKey.get(key);
  }

  /** Resolves when the cache matches PostgreSQL, or when reading failed and will be retried. */
  readonly refresh = (id: string): Promise<void> => {
    this.#stale?.add(id);
    return this.#round();
  };

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#unlisten();
    await this.#settled();
  }

  #settled(): Promise<void> {
    return this.#next ?? this.#running;
  }

  #reload(): Promise<void> {
    this.#stale = undefined;
    this.#hasMissed = true;
    return this.#round();
  }

  /** A round in progress may have read too early. */
  #round(): Promise<void> {
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      this.#running = this.#readStale();
      return this.#running;
    });
    return this.#next;
  }

  async #readStale(): Promise<void> {
    if (this.#closed) return;
    const ids = this.#stale && this.#stale.size <= MAX_STALE ? [...this.#stale] : undefined;
    const hasMissed = this.#hasMissed;
    this.#stale = new Set();
    this.#hasMissed = false;
    try {
      const rows = await this.#read(ids);
      if (rows.length > 0) await this.beforeFirst();
      const isMissed = ({ id, countGeneration }: Website) =>
        (this.#byId.get(id)?.countGeneration ?? countGeneration) < countGeneration;
      const missed = hasMissed ? rows.filter(isMissed) : [];
      for (const id of ids ?? [...this.#byId.keys()]) this.#forget(id);
      for (const row of rows) this.#remember(row);
      this.#failure = undefined;
      if (missed.length > 0) this.onMissedCounts(missed.map(({ id }) => id));
    } catch (error) {
      this.#failure = error;
      this.#hasMissed ||= hasMissed;
      this.log(error);
      this.#tryAgain(ids);
    }
  }

  #read(ids: readonly string[] | undefined) {
    const all = this.postgres.db.select().from(websites);
    return ids === undefined ? all : all.where(inArray(websites.id, [...ids]));
  }

  #remember(website: Website): void {
    this.#byId.set(website.id, website);
    this.#byTrackingKey.set(website.trackingKey, website);
  }

  #forget(id: string): void {
    const website = this.#byId.get(id);
    if (website === undefined) return;
    this.#byId.delete(id);
    this.#byTrackingKey.delete(website.trackingKey);
  }

  #tryAgain(ids: readonly string[] | undefined): void {
    if (this.#closed) return;
    if (ids === undefined) this.#stale = undefined;
    else for (const id of ids) this.#stale?.add(id);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#round(), RETRY_MS);
  }
}

/** PostgreSQL's order. */
const inOrder = (a: WebsitePosition, b: WebsitePosition): number =>
  a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : Number(a.id > b.id));
