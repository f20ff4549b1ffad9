import { hash } from 'node:crypto';
import type { TrackedEvent } from '../event.js';

/** Keys of a generation. Two generations are kept: repeats are recognized for at least 500,000 events, in at most 60 MB. */
export const MAX_KEYS = 500_000;

type Segments = Map<number, string>;

/**
 * The latest events with an id, so that an event sent again after a lost response counts once. When a block is rebuilt, the
 * events of its own segment are not repeats.
 */
export class RecentEvents {
  #current: Segments = new Map();
  #previous: Segments = new Map();

  /** A repeat has the same key and another segment. */
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

/** Returns a 52-bit key for an event's id on its website; undefined for an event without an id. */
export function eventKey({ websiteId, id }: Pick<TrackedEvent, 'websiteId' | 'id'>): number | undefined {
  return id === undefined ? undefined : Number.parseInt(hash('sha256', `${websiteId} ${id}`).slice(0, 13), 16);
}
