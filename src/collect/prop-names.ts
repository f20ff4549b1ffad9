import { randomInt } from 'node:crypto';
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { z } from 'zod';
import type { ClickHouse, Query } from '../clickhouse/clickhouse.js';
import { instant, integer, ofWebsite, sql } from '../clickhouse/sql.js';
import type { Context } from '../context/context.js';
import { Mutex } from '../lib/mutex.js';
import { fnv1a } from './event-limit.js';

/** Of one website. */
export const MAX_PROP_NAMES = 1_000;

const RETRY_MS = 10 * millisecondsInMinute;

/** Stored names are read of so many events of the last months: enough to know those in use, within seconds on any website. */
const READ_MS = 92 * millisecondsInDay;
const MAX_READ_EVENTS = 1_000_000;

interface WebsiteNames {
  /** So that no name costs more memory than another. */
  readonly hashes: Set<number>;
  /** Whether the stored names are among them. */
  hasStored: boolean;
  /** When the stored names may be read, in epoch milliseconds. */
  readAt: number;
}

/** The names that an import takes. */
export interface ImportedNames {
  /** Adds a name; false when the website has too many others. */
  readonly take: (name: string) => boolean;
  /** Call it when the import is committed: the names of a failed one are free again. */
  readonly keep: () => void;
}

interface StoredNames {
  /** @param now epoch milliseconds */
  readonly readStored: (websiteId: string, now: number) => Promise<readonly string[]>;
  readonly now: () => number;
  readonly onFailed: (error: unknown) => void;
}

/** Names of properties by website. */
export class PropNames {
  readonly #websites = new Map<string, WebsiteNames>();
  /** After a start, many websites have events within a second. */
  readonly #oneAtATime = new Mutex();
  #isClosed = false;

  constructor(private readonly stored: StoredNames) {}

  /**
   * Adds a name; false when the website has too many others. Uses memory only: the first call starts reading the stored
   * names, and until they are known, new names count as if there were none.
   */
  take(websiteId: string, name: string): boolean {
    const names = this.#find(websiteId);
    if (!names.hasStored) this.#readSoon(websiteId, names);
    return take(names.hashes, name);
  }

  /** Reads the stored names first. When that fails, the import goes on with those that are known. */
  async startImport(websiteId: string): Promise<ImportedNames> {
    const names = this.#find(websiteId);
    // Few imports run at once: they do not wait for the names of other websites.
    await this.#read(websiteId, names).catch(this.stored.onFailed);
    const hashes = new Set(names.hashes);
    return {
      take: (name) => take(hashes, name),
      keep: () => {
        for (const hash of hashes) names.hashes.add(hash);
      },
    };
  }

  close(): void {
    this.#isClosed = true;
  }

  #find(websiteId: string): WebsiteNames {
    const known = this.#websites.get(websiteId);
    if (known !== undefined) return known;
    const names = { hashes: new Set<number>(), hasStored: false, readAt: 0 };
    this.#websites.set(websiteId, names);
    return names;
  }

  #readSoon(websiteId: string, names: WebsiteNames): void {
    const now = this.stored.now();
    if (now < names.readAt) return;
    names.readAt = now + RETRY_MS;
    this.#oneAtATime.run(() => this.#read(websiteId, names)).catch(this.stored.onFailed);
  }

  async #read(websiteId: string, names: WebsiteNames): Promise<void> {
    if (names.hasStored || this.#isClosed) return;
    for (const name of await this.stored.readStored(websiteId, this.stored.now())) names.hashes.add(hashName(name));
    names.hasStored = true;
  }
}

/** Makes hashes unpredictable, so that names cannot be made up that share one. */
const SEED = randomInt(1, 2 ** 32);

const hashName = (name: string): number => fnv1a(SEED, name);

function take(hashes: Set<number>, name: string): boolean {
  const hash = hashName(name);
  if (hashes.has(hash)) return true;
  if (hashes.size >= MAX_PROP_NAMES) return false;
  hashes.add(hash);
  return true;
}

const row = z.object({ property: z.string() });

const storedNamesQuery = (websiteId: string, now: number): Query<z.infer<typeof row>> => ({
  name: 'collect/stored-prop-names',
  row,
  sql: sql`SELECT arrayJoin(JSONExtractKeys(props)) AS property
FROM (
  SELECT props FROM events
  WHERE ${ofWebsite(websiteId)} AND props != '' AND time >= ${instant(now - READ_MS)}
  ORDER BY website_id DESC, toDate(time) DESC
  LIMIT ${integer(MAX_READ_EVENTS)}
)
GROUP BY property
ORDER BY count() DESC, property
LIMIT ${integer(MAX_PROP_NAMES)}`,
});

export const openPropNames = ({ clickhouse, now, warn }: Pick<Context, 'clickhouse' | 'now' | 'warn'>): PropNames =>
  new PropNames({
    readStored: (websiteId, now) => readStoredNames(clickhouse, websiteId, now),
    now,
    onFailed: warn('the stored names of properties could not be read yet: retrying'),
  });

/** The most frequent names of the last months, at most as many as a website may have. */
const readStoredNames = async (clickhouse: ClickHouse, websiteId: string, now: number): Promise<readonly string[]> =>
  (await clickhouse.query(storedNamesQuery(websiteId, now))).map(({ property }) => property);
