/** A measured value, and what it is to be at most; without that it is there to compare others with. */
export interface Goal {
  readonly what: string;
  readonly value: number;
  readonly atMost?: number;
  /** What would be better still; undefined where it is enough to be within the bounds. */
  readonly aim?: number;
  /** Which of several questions the value is of: the worst one. */
  readonly worst?: string;
}

export type Reached = 'aim' | 'yes' | 'no' | 'compare';

export function reached({ value, atMost, aim }: Goal): Reached {
  if (atMost === undefined) return 'compare';
  if (aim !== undefined && value <= aim) return 'aim';
  return value <= atMost ? 'yes' : 'no';
}
