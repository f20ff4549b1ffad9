/** Something to reach: a measured value that is to be at most so much. */
export interface Goal {
  readonly what: string;
  readonly value: number;
  readonly atMost: number;
  /** What would be better still; undefined where it is enough to be within the bounds. */
  readonly aim?: number;
  /** Which of several questions the value is of: the worst one. */
  readonly worst?: string;
}

export type Reached = 'aim' | 'yes' | 'no';

export function reached({ value, atMost, aim }: Goal): Reached {
  if (aim !== undefined && value <= aim) return 'aim';
  return value <= atMost ? 'yes' : 'no';
}
