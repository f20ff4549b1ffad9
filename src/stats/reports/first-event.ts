import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { ofWebsite, sql } from '../../clickhouse/sql.js';
import type { Scope } from '../query.js';

const MAX_WEBSITES = 10_000;

/** A stopped process may still deliver earlier events. */
const TTL_MS = 10 * millisecondsInMinute;

/**
 * Caches the first event of websites with a complete count of their visitors. Deletions and imports change the count's
 * generation, which is a part of the key.
 */
export class FirstEvents {
  readonly #times = new LRUCache<string, number>({ max: MAX_WEBSITES, ttl: TTL_MS });

  constructor(private readonly now: () => number) {}

  /** Epoch milliseconds; undefined without events. */
  async find(clickhouse: ClickHouse, { websiteId, count }: Pick<Scope, 'websiteId' | 'count'>) {
    if (count === undefined) return firstEventAt(clickhouse, websiteId);
    const key = `${websiteId} ${count.generation}`;
    const known = this.#times.get(key);
    if (known !== undefined) return known;
    const found = await firstEventAt(clickhouse, websiteId);
    // A process that has not delivered yet may have an earlier event.
    if (found !== undefined && found < this.now() - millisecondsInDay) this.#times.set(key, found);
    return found;
  }
}

const row = z.object({ first: z.coerce.number() });

/** Epoch milliseconds; undefined without events. */
export async function firstEventAt(clickhouse: ClickHouse, websiteId: string): Promise<number | undefined> {
  const [found] = await clickhouse.query(firstEventQuery(websiteId));
  return found?.first;
}

/** The sorting key finds the first day without reading the others. */
export const firstEventQuery = (websiteId: string): Query<z.infer<typeof row>> => ({
  name: 'stats/first-event',
  row,
  sql: sql`WITH (
  SELECT toDate(time) FROM events WHERE ${ofWebsite(websiteId)} ORDER BY website_id, toDate(time) LIMIT 1
) AS first_day
SELECT toUnixTimestamp64Milli(min(time)) AS first FROM events
WHERE ${ofWebsite(websiteId)} AND toDate(time) = first_day
HAVING count() > 0`,
});
