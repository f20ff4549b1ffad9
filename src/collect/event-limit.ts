import { randomInt } from 'node:crypto';
import { toNetwork } from '../lib/ip-address.js';

const WINDOW_MS = 60_000;

/** Takes 4 MB for any number of addresses. Must be a power of two. */
const COUNTERS = 2 ** 20;

const MAX_SEED = 2 ** 32;

/**
 * Limits how many events of one website one address (of IPv6: one /64) may send in each minute of the clock.
 *
 * A hash of website and address picks one of a fixed number of counters, so that no address is kept. Two addresses that
 * share a counter share its allowance until the next minute, when the counters are cleared and the seed changes.
 */
export class EventLimit {
  readonly #counts: Uint32Array;
  #window = Number.NaN;
  #seed = 0;

  /** @param perMinute 0 for no limit */
  constructor(private readonly perMinute: number) {
    this.#counts = new Uint32Array(perMinute === 0 ? 0 : COUNTERS);
  }

  /** Counts an event; false when the limit is exceeded. */
  take(websiteId: string, address: string, now: number): boolean {
    if (this.perMinute === 0) return true;
    const window = Math.floor(now / WINDOW_MS);
    if (window !== this.#window) this.#startWindow(window);
    const index = spread(fnv1a(fnv1a(this.#seed, websiteId), toNetwork(address))) % COUNTERS;
    const count = (this.#counts[index] ?? 0) + 1;
    this.#counts[index] = count;
    return count <= this.perMinute;
  }

  #startWindow(window: number): void {
    this.#window = window;
    this.#seed = randomInt(MAX_SEED);
    this.#counts.fill(0);
  }
}

/** FNV-1a of 32 bits. */
export function fnv1a(seed: number, text: string): number {
  let bits = seed;
  for (let index = 0; index < text.length; index += 1) {
    bits = Math.imul(bits ^ text.charCodeAt(index), 0x01000193);
  }
  return bits;
}

/** Applies the last steps of MurmurHash3, which make each bit depend on all others. */
function spread(bits: number): number {
  let mixed = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
