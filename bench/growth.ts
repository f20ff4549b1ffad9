import type { Goal } from './questions/goal.js';
import type { OwnTimes } from './questions/measure.js';

/** The events of the two data sets. */
export const SIZES = [10_000_000, 50_000_000] as const;

/** The measured cases: the default page of the dashboard. */
export const PAGES = '^page (30|365) days until now$';

/** Results of the questions on one data set. */
export interface Measured {
  readonly events: number;
  readonly questions: Readonly<Record<string, { readonly own: OwnTimes }>>;
}

export interface GrowthResults {
  /** The smaller data set first. */
  readonly sizes: readonly Measured[];
  readonly goals: readonly Goal[];
}

/** How the times of the page grow with the events. */
export function compareSizes([small, large]: readonly [Measured, Measured]): GrowthResults {
  const goals = Object.entries(large.questions).map(
    ([name, { own }]): Goal => ({
      what: `${name}, of ${large.events.toLocaleString('en')} events, of its time at ${small.events.toLocaleString('en')}`,
      value: Math.round((100 * own.sql) / small.questions[name]!.own.sql) / 100,
      atMost: 1.5,
      aim: 1.2,
    }),
  );
  return { sizes: [small, large], goals };
}
