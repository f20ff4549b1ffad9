import type { DropReason } from './drops.js';
import type { DropCount } from './event.js';

const QUARTER_SECONDS = 15 * 60;

/** The `website_id` of events whose tracking key belongs to no website. */
const UNKNOWN_WEBSITE = '00000000-0000-0000-0000-000000000000';

/** The number of counts is bounded, however many events are dropped. */
export class DropCounter {
  #counts = new Map<string, DropCount>();

  /** `agent` is the known name of a bot, of which there are few. */
  add(websiteId: string | undefined, reason: DropReason, now: number, agent = ''): void {
    const time = Math.floor(now / 1000 / QUARTER_SECONDS) * QUARTER_SECONDS;
    this.addCounts([{ websiteId: websiteId ?? UNKNOWN_WEBSITE, time, reason, agent, events: 1 }]);
  }

  addCounts(counts: readonly DropCount[]): void {
    for (const count of counts) {
      const key = `${count.websiteId} ${count.time} ${count.reason} ${count.agent}`;
      this.#counts.set(key, { ...count, events: (this.#counts.get(key)?.events ?? 0) + count.events });
    }
  }

  take(): readonly DropCount[] {
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    return counts;
  }
}
