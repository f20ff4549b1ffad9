/** A fraction kept exactly, so that a half is a half when it is rounded: doubles turn 1.005 into a little less. */
export interface Fraction {
  readonly over: bigint;
  /** Above zero. */
  readonly under: bigint;
}

/** `over / under`; nothing over nothing is 0. */
export function fraction(over: number, under: number): Fraction {
  return under === 0 ? { over: 0n, under: 1n } : { over: BigInt(over), under: BigInt(under) };
}

export function hundredfold(value: Fraction): Fraction {
  return { over: value.over * 100n, under: value.under };
}

/** The change from `before` to `now` in percent: 0 if both are 0, 100 if only `before` is 0. */
export function change(now: Fraction, before: Fraction): Fraction {
  if (before.over === 0n) return fraction(now.over === 0n ? 0 : 100, 1);
  const difference = now.over * before.under - before.over * now.under;
  return hundredfold({ over: difference, under: before.over * now.under });
}

/** Rounded to so many fraction digits, half away from zero. */
export function rounded(value: Fraction, digits: number): number {
  const size = (value.over < 0n ? -value.over : value.over) * 10n ** BigInt(digits);
  const whole = (2n * size + value.under) / (2n * value.under);
  if (whole === 0n) return 0;
  return Number(`${value.over < 0n ? '-' : ''}${whole}e-${digits}`);
}

/** A share in percent, to two digits. */
export function percentage(part: number, total: number): number {
  return rounded(hundredfold(fraction(part, total)), 2);
}
