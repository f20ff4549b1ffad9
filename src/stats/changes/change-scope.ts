import type { Filter } from '../filters.js';
import type { Windows } from './calendar.js';

/** The events of a change: those of a website that pass a filter, and of those the conversions. */
export interface ChangeScope {
  readonly websiteId: string;
  readonly zone: string;
  readonly windows: Windows;
  /** With stored values, as is the goal. */
  readonly filter: Filter | undefined;
  readonly goal: Filter | undefined;
}

/** The conversions alone. */
export const toConversions = ({ filter, goal, ...scope }: ChangeScope): ChangeScope => ({
  ...scope,
  filter: { and: [filter, goal].filter((each) => each !== undefined) },
  goal,
});
