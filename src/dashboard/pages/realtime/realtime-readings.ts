import { LRUCache } from 'lru-cache';
import type { ClickHouse } from '../../../clickhouse/clickhouse.js';
import type { Website } from '../../../websites/website.js';
import { type Realtime, readRealtime, realtimeRange, realtimeState } from './read-realtime.js';

const MAX_WEBSITES = 250;

/** Within a minute without new events, figures change only because visitors leave the last five minutes. */
const MAX_AGE_MS = 5_000;

/** While rows are being written, it is better to read them when they are complete. */
const MAX_AGE_IN_WRITE_MS = 1_000;

/** Where changes cannot be detected. */
const MAX_AGE_UNKNOWN_MS = 1_000;

/** After a failure, which may be over soon. */
const MAX_PAUSE_MS = 1_000;

/** The state while there are no figures. */
export const UNAVAILABLE = 'unavailable';

interface StatedRealtime {
  /** In the language of the caller: viewers with other languages share them. */
  readonly figures: () => Realtime;
  /** Equal for equal figures. */
  readonly state: string;
}

interface Reading {
  readonly result: Promise<StatedRealtime>;
  /** Of the rows in ClickHouse; undefined when they may change unnoticed. */
  version: number | undefined;
  readonly rangeEnd: number;
  /** On the clock of `performance`. */
  readonly startedAt: number;
  /** No later reading begins before. */
  notBefore: number;
}

/** Shares readings of a website: many viewers cost as much as one. */
export class RealtimeReadings {
  readonly #readings = new LRUCache<string, Reading>({ max: MAX_WEBSITES });

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly now: () => number,
  ) {}

  /** Rejects as the queries do. */
  read(website: Website): Promise<StatedRealtime> {
    const key = `${website.id} ${website.timezone}`;
    const known = this.#readings.get(key);
    if (known !== undefined && this.#isCurrent(known)) return known.result;
    const reading = this.#begin(website);
    this.#readings.set(key, reading);
    return reading.result;
  }

  #isCurrent(reading: Reading): boolean {
    const at = performance.now();
    if (at < reading.notBefore) return true;
    return reading.rangeEnd === realtimeRange(this.now()).end && at < reading.startedAt + this.#maxAge(reading);
  }

  #maxAge({ version }: Reading): number {
    if (version === undefined) return MAX_AGE_UNKNOWN_MS;
    const now = this.clickhouse.version();
    if (now === undefined) return MAX_AGE_IN_WRITE_MS;
    return now === version ? MAX_AGE_MS : 0;
  }

  #begin(website: Website): Reading {
    const now = this.now();
    const reading: Reading = {
      version: this.clickhouse.version(),
      rangeEnd: realtimeRange(now).end,
      startedAt: performance.now(),
      notBefore: Number.POSITIVE_INFINITY,
      result: readRealtime(this.clickhouse, website, now).then((figures) => ({
        figures,
        state: realtimeState(figures),
      })),
    };
    // A large website is read for at most half of the time.
    const end = (maxPause = Number.POSITIVE_INFINITY) => {
      const endedAt = performance.now();
      reading.notBefore = endedAt + Math.min(endedAt - reading.startedAt, maxPause);
    };
    reading.result.then(
      () => end(),
      () => {
        end(MAX_PAUSE_MS);
        reading.version = undefined;
      },
    );
    return reading;
  }
}
