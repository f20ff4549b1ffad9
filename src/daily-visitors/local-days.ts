import { findOrAdd } from '../lib/map-groups.js';
import { localDay, localDayStarts } from '../time/index.js';
import { storedDay } from './dimensions.js';

/** Caches days: repeats are fast. */
export class LocalDays {
  readonly #starts: (instant: number) => number;
  readonly #days = new Map<number, number>();

  constructor(private readonly zone: string) {
    this.#starts = localDayStarts(zone);
  }

  find(instant: number): number {
    const start = this.#starts(instant);
    return findOrAdd(this.#days, start, () => storedDay(localDay(start, this.zone)));
  }
}
