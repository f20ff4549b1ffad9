import type { Counts } from './counts.js';

/** The median of chi-squared with one degree of freedom. */
export const CHI_MEDIAN = 0.455;

export function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function sum(values: readonly number[], from = 0, to = values.length): number {
  let total = 0;
  for (let at = from; at < to; at++) total += values[at]!;
  return total;
}

/** Without any change, `g` is chi-squared times the noise: that of counts, and `size` times that of ratios. */
export interface Contrast {
  readonly g: number;
  readonly size: number;
  readonly sign: number;
}

/**
 * Whether a part went another way than the rest: G of the table [part, rest] by [now, then]. A rise of everything, such as
 * that of a longer range, leaves it at 0.
 */
export function contrast(now: number, then: number, allNow: number, allThen: number): Contrast {
  const share = (now + then) / (allNow + allThen);
  const rest = 1 - share;
  if (!(share > 0 && rest > 0 && allNow > 0 && allThen > 0)) return { g: 0, size: 0, sign: 0 };
  const g =
    2 *
    (logRatio(now, share * allNow) +
      logRatio(then, share * allThen) +
      logRatio(allNow - now, rest * allNow) +
      logRatio(allThen - then, rest * allThen));
  const size = (share * rest * allNow * allThen) / (allNow + allThen);
  return { g: Math.max(0, g), size, sign: Math.sign(now - share * allNow) };
}

const logRatio = (count: number, expected: number): number => (count > 0 ? count * Math.log(count / expected) : 0);

/** As {@link contrast}, of a total, which has no rest. */
export function contrastAlone(now: number, then: number): Contrast {
  if (now + then <= 0) return { g: 0, size: 0, sign: 0 };
  return { g: (now - then) ** 2 / (now + then), size: (now * then) / (now + then), sign: Math.sign(now - then) };
}

type Pair = Pick<Counts, 'now' | 'before'>;

/** How a change of conversions is made up: `traffic` and `rate` add up to it. */
export interface Split {
  readonly traffic: number;
  readonly rate: number;
  /** Conversions for each visit, before and now. */
  readonly before: number;
  readonly now: number;
}

/** Splits a change of conversions into that of visits and that of conversions for each visit. Neither comes first. */
export function split(visits: Pair, conversions: Pair): Split {
  const earlier = visits.before ? conversions.before / visits.before : undefined;
  const later = visits.now ? conversions.now / visits.now : undefined;
  const before = earlier ?? later ?? 0;
  const now = later ?? earlier ?? 0;
  return {
    traffic: ((visits.now - visits.before) * (before + now)) / 2,
    rate: ((now - before) * (visits.now + visits.before)) / 2,
    before,
    now,
  };
}
