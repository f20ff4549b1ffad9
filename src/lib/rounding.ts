type Whole = number | bigint;

/**
 * Divides whole numbers and rounds once to `digits` fraction digits, half away from zero. Exact: binary fractions would
 * turn 0.145 into 0.14. Returns zero when the denominator is zero.
 */
export function quotient(numerator: Whole, denominator: Whole, digits: number): number {
  const [above, below] = [BigInt(numerator), BigInt(denominator)];
  if (below === 0n) return 0;
  const scale = 10 ** digits;
  const rounded = Number((magnitude(above) * BigInt(scale) * 2n + magnitude(below)) / (magnitude(below) * 2n)) / scale;
  return rounded === 0 || above < 0n === below < 0n ? rounded : -rounded;
}

/** 0 to 100, with 2 fraction digits. */
export const percentage = (part: number, total: number): number => quotient(part * 100, total, 2);

/** At most 100: a part may be an estimate that exceeds the exact total. */
export const percentageOfTotal = (part: number, total: number): number => percentage(Math.min(part, total), total);

/** Zero when `of` is zero. */
export interface Ratio {
  readonly part: number;
  readonly of: number;
}

/** In percent, with 2 fraction digits: 0 if both are 0, 100 if only the earlier is. */
export function change(now: Ratio, before: Ratio): number {
  if (before.part === 0 || before.of === 0) return now.part === 0 || now.of === 0 ? 0 : 100;
  const later = now.of === 0 ? { part: 0, of: 1 } : now;
  const earlier = BigInt(before.part) * BigInt(later.of);
  const difference = BigInt(later.part) * BigInt(before.of) - earlier;
  return quotient(difference * 100n, earlier, 2);
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);
