/** A measured value, and the bound that it is to keep. */
export interface Goal {
  readonly what: string;
  readonly value: number;
  readonly atMost?: number;
  /** Where more is better, the bound from below. */
  readonly atLeast?: number;
  /** What would be better still. */
  readonly aim: number;
  /** Which of several cases the value is of: the worst one. */
  readonly worst?: string;
}

export type Verdict = 'aim reached' | 'reached' | 'NOT REACHED';

/** Returns whether a goal is reached. */
export function verdictOf({ value, atMost, atLeast, aim }: Goal): Verdict {
  const isWithin = (bound: number) => (atLeast === undefined ? value <= bound : value >= bound);
  if (isWithin(aim)) return 'aim reached';
  return isWithin(atLeast ?? atMost ?? aim) ? 'reached' : 'NOT REACHED';
}

/** Returns the bound as a text, such as `at most 0.5`. */
export const boundOf = ({ atMost, atLeast, aim }: Goal): string =>
  atLeast === undefined ? `at most ${atMost ?? aim}` : `at least ${atLeast}`;
