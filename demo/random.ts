/** A number from 0 to below 1. */
export type Random = () => number;

/** Weights need no common sum. */
export type Weighted<T> = readonly (readonly [weight: number, value: T])[];

/** Returns a generator: the same seed gives the same numbers on every machine (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type Weights = Readonly<Record<string, number>>;

export const weighted = (weights: Weights): Weighted<string> =>
  Object.entries(weights).map(([value, weight]) => [weight, value]);

/** Throws RangeError when the list is empty. */
export function pick<T>(list: Weighted<T>, random: Random): T {
  let left = random() * list.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, value] of list) {
    left -= weight;
    if (left < 0) return value;
  }
  throw new RangeError('nothing to pick from');
}

/** Mostly near the median, rarely much larger, like people's times on a page. */
export function skewedRandom(median: number, random: Random): number {
  const bell = random() + random() + random() - 1.5;
  return median * Math.exp(1.6 * bell);
}
