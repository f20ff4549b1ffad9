import type { DropReason } from './drops.js';
import type { DropCount } from './event.js';

const QUARTER_SECONDS = 15 * 60;

/** The `website_id` of events whose tracking key belongs to no website. */
const UNKNOWN_WEBSITE = '00000000-0000-0000-0000-000000000000';

/** The number of counts is bounded, however many events are dropped. */
export class DropCounter {
  #counts = new Map<string, DropCount>();

  add(websiteId: string | undefined, reason: DropReason, now: number): void {
    const time = Math.floor(now / 1000 / QUARTER_SECONDS) * QUARTER_SECONDS;
    const count = { websiteId: websiteId ?? UNKNOWN_WEBSITE, time, reason };
    const key = `${count.websiteId} ${time} ${reason}`;
    this.#counts.set(key, { ...count, events: (this.#counts.get(key)?.events ?? 0) + 1 });
  }

  take(): readonly DropCount[] {
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    return counts;
  }
}
