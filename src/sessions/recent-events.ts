import { hash } from 'node:crypto';
import type { TrackedEvent } from '../event.js';

/** Keys of a generation. Two are kept, so that a repeat is known for 500,000 events at least, in 60 MB at most. */
export const MAX_KEYS = 500_000;

/** Which segment an event came in, by the event's key. */
type Segments = Map<number, string>;

/**
 * The latest events that had an id, so that one that is sent again, because its answer was lost, counts once. A segment
 * whose block has to be made again repeats nothing: its own events are no repeats of themselves.
 */
export class RecentEvents {
  #current: Segments = new Map();
  #previous: Segments = new Map();

  /** Whether the event came in another segment. */
  isRepeat(key: number, segment: string): boolean {
    const known = this.#current.get(key) ?? this.#previous.get(key);
    return known !== undefined && known !== segment;
  }

  add(keys: Iterable<number>, segment: string): void {
    for (const key of keys) {
      if (this.#current.size >= MAX_KEYS) {
        this.#previous = this.#current;
        this.#current = new Map();
      }
      this.#current.set(key, segment);
    }
  }
}

/** Returns 52 bits that stand for an event's id on its website; undefined for an event without an id. */
export function eventKey({ websiteId, id }: Pick<TrackedEvent, 'websiteId' | 'id'>): number | undefined {
  return id === undefined ? undefined : Number.parseInt(hash('sha256', `${websiteId} ${id}`).slice(0, 13), 16);
}
