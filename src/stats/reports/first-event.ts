import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { ofWebsite, sql } from '../../clickhouse/sql.js';
import type { Scope } from '../query.js';

const MAX_WEBSITES = 10_000;

/** An event that a stopped process had kept may still arrive, and be earlier. */
const REMEMBERED_MS = 10 * millisecondsInMinute;

/**
 * Remembers the first events of websites. Whatever deletes or imports events ends the website's count of visitors, and the next
 * one has another generation: only the first event of a complete count is remembered.
 */
export class FirstEvents {
  readonly #times = new LRUCache<string, number>({ max: MAX_WEBSITES, ttl: REMEMBERED_MS });

  /** @param now epoch milliseconds */
  constructor(private readonly now: () => number) {}

  /** Returns the time of a website's first event in epoch milliseconds; undefined without events. */
  async find(clickhouse: ClickHouse, { websiteId, count }: Pick<Scope, 'websiteId' | 'count'>) {
    if (count === undefined) return firstEventAt(clickhouse, websiteId);
    const key = `${websiteId} ${count.generation}`;
    const known = this.#times.get(key);
    if (known !== undefined) return known;
    const found = await firstEventAt(clickhouse, websiteId);
    // Events of several processes may reach ClickHouse out of order.
    if (found !== undefined && found < this.now() - millisecondsInDay) this.#times.set(key, found);
    return found;
  }
}

const row = z.object({ first: z.coerce.number() });

/** Returns the time of a website's first event in epoch milliseconds; undefined without events. */
export async function firstEventAt(clickhouse: ClickHouse, websiteId: string): Promise<number | undefined> {
  const [found] = await clickhouse.query(firstEventQuery(websiteId));
  return found?.first;
}

/** Builds the query. The sorting key finds the first day without reading the others. */
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
