import type { Range } from '../../time/index.js';
import type { Filter } from '../filters.js';
import type { Scope } from '../query.js';
import type { Comparison } from '../rows/parse-ranges.js';
import { type Calendar, planWindows, type Windows } from './calendar.js';

/** The events of a change: those of a website that pass a filter, and of those the conversions. */
export interface ChangeScope extends Pick<Scope, 'websiteId' | 'count'> {
  readonly zone: string;
  readonly windows: Windows;
  /** With stored values, as is the goal. */
  readonly filter: Filter | undefined;
  readonly goal: Filter | undefined;
}

/** Two ranges of a website, and all that their comparison reads. */
export interface Change {
  readonly scope: ChangeScope;
  readonly calendar: Calendar;
}

export interface ComparedRanges extends Pick<ChangeScope, 'websiteId' | 'count' | 'zone' | 'filter'> {
  readonly range: Range;
  readonly comparison: Pick<Comparison, 'range' | 'mode'>;
  readonly goal?: Filter | undefined;
}

/** @param now epoch milliseconds */
export function planChange({ range, comparison, goal, ...scope }: ComparedRanges, now: number): Change {
  const { windows, calendar } = planWindows(range, comparison, scope.zone, now);
  return { scope: { ...scope, windows, goal }, calendar };
}

/** The conversions alone. */
export const toConversions = ({ filter, goal, ...scope }: ChangeScope): ChangeScope => ({
  ...scope,
  filter: { and: [filter, goal].filter((each) => each !== undefined) },
  goal,
});
