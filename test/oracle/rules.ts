/** The mistakes that a service could make and that the tests must notice. */
export type Mutant =
  | 'inclusive-end'
  | '29-minutes'
  | 'bounces-by-events'
  | 'drops-unknown'
  | 'utc-days'
  | 'whole-comparison';

export const MUTANTS: readonly Mutant[] = [
  'inclusive-end',
  '29-minutes',
  'bounces-by-events',
  'drops-unknown',
  'utc-days',
  'whole-comparison',
];

/** The rules of counting in which a mutant differs. */
export interface Rules {
  /** Two events of one session are less than this apart, in milliseconds. */
  readonly pause: number;
  /** Whether a range holds its own last instant. */
  readonly endIncluded: boolean;
  readonly bouncedBy: 'pageviews' | 'events';
  readonly unknownShown: boolean;
  /** Whether a range under way is compared with the same elapsed time. */
  readonly elapsed: boolean;
  /** The zone in place of the website's. */
  readonly zone: string | null;
}

const RIGHT: Rules = {
  pause: 30 * 60_000,
  endIncluded: false,
  bouncedBy: 'pageviews',
  unknownShown: true,
  elapsed: true,
  zone: null,
};

const WRONG: Record<Mutant, Partial<Rules>> = {
  'inclusive-end': { endIncluded: true },
  '29-minutes': { pause: 29 * 60_000 },
  'bounces-by-events': { bouncedBy: 'events' },
  'drops-unknown': { unknownShown: false },
  'utc-days': { zone: 'UTC' },
  'whole-comparison': { elapsed: false },
};

export function rulesOf(mutant?: Mutant): Rules {
  return mutant === undefined ? RIGHT : { ...RIGHT, ...WRONG[mutant] };
}
