import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { LRUCache } from 'lru-cache';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { firstEventIn, visitorsIn } from '../stats/reports/traffic.js';
import { type Range, sameTimeBefore } from '../time/index.js';
import type { Website } from '../websites/website.js';
import type { TrafficHistory } from './traffic-rules.js';

const WEEKS = [1, 2, 3, 4, 5, 6, 7, 8].map((weeks) => weeks * 7);
const DAYS = [1, 2, 3, 4, 5, 6];

/** A little more than eight weeks. */
export const REACH_MS = 58 * millisecondsInDay;

const MAX_WEBSITES = 10_000;

/** The same time of earlier weeks and days in a time zone, since the website's first event. */
export function earlierRanges(
  range: Range,
  zone: string,
  first: number | undefined,
): { readonly weekly: readonly Range[]; readonly daily: readonly Range[] } {
  // A shift shorter than the range would compare it with itself.
  const fits = (days: number) => range.end - range.start <= days * millisecondsInDay;
  const shift = (days: number): Range => ({
    start: sameTimeBefore(range.start, days, zone),
    end: sameTimeBefore(range.end, days, zone),
  });
  const isTracked = ({ start }: Range) => first !== undefined && start >= first;
  const earlier = (days: readonly number[]) => days.filter(fits).map(shift).filter(isTracked);
  return { weekly: earlier(WEEKS), daily: earlier(DAYS) };
}

/** Reads a website's usual visitors at an hour of the week, in its time zone. */
export class TrafficHistories {
  /** The first event rarely changes, and finding it reads weeks of events. */
  readonly #firstEvents = new LRUCache<string, number>({ max: MAX_WEBSITES, ttl: 6 * millisecondsInHour });

  constructor(private readonly clickhouse: ClickHouse) {}

  /** Reads the visitors at the same time of earlier weeks and days, since the website's first event. */
  async read({ id, timezone }: Pick<Website, 'id' | 'timezone'>, range: Range): Promise<TrafficHistory> {
    const { weekly, daily } = earlierRanges(range, timezone, await this.#firstEvent(id, range.end));
    const visitors = await visitorsIn(this.clickhouse, id, [...weekly, ...daily]);
    return { weekly: visitors.slice(0, weekly.length), daily: visitors.slice(weekly.length) };
  }

  async #firstEvent(id: string, now: number): Promise<number | undefined> {
    const known = this.#firstEvents.get(id);
    if (known !== undefined) return known;
    const first = await firstEventIn(this.clickhouse, id, { start: now - REACH_MS, end: now });
    if (first !== undefined) this.#firstEvents.set(id, first);
    return first;
  }
}
