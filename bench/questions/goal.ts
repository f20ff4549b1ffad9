export interface Goal {
  readonly what: string;
  readonly value: number;
  readonly atMost?: number;
  /** The lower bound, when more is better. */
  readonly atLeast?: number;
  /** A better value to aim for. */
  readonly aim: number;
  /** The worst of several cases, which has this value. */
  readonly worst?: string;
}

export type Verdict = 'aim reached' | 'reached' | 'NOT REACHED';

export function judge({ value, atMost, atLeast, aim }: Goal): Verdict {
  const isWithin = (bound: number) => (atLeast === undefined ? value <= bound : value >= bound);
  if (isWithin(aim)) return 'aim reached';
  return isWithin(atLeast ?? atMost ?? aim) ? 'reached' : 'NOT REACHED';
}

/** As in `at most 0.5`. */
export const describeBound = ({ atMost, atLeast, aim }: Goal): string =>
  atLeast === undefined ? `at most ${atMost ?? aim}` : `at least ${atLeast}`;
