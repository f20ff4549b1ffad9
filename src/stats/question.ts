import type { Range } from '../time/index.js';
import { type FilterName, filterNames } from './dimensions.js';

/** What a question is about may be a part of the range that was asked for. */
export type Period = Range;

/** The value that each filter asks for, compared exactly; several are joined by AND. */
export type Filters = Readonly<Partial<Record<FilterName, string>>>;

export const isFiltered = (filters: Filters): boolean => Object.values(filters).some((value) => value !== undefined);

/** The filter of a question that has no other. */
export function onlyFilter(filters: Filters): FilterName | undefined {
  const [only, ...others] = filterNames.filter((name) => filters[name] !== undefined);
  return others.length === 0 ? only : undefined;
}

export const hasAtMostOne = (filters: Filters): boolean => !isFiltered(filters) || onlyFilter(filters) !== undefined;

/** How far a website's events have been made into what answers sooner: the settled days of its zone before `until`. */
export interface Built {
  readonly zone: string;
  /** A local midnight in epoch milliseconds. */
  readonly until: number;
}

/** What a statistic is asked about. */
export interface Question {
  readonly websiteId: string;
  readonly period: Period;
  readonly filters: Filters;
  /** Undefined lets events alone answer; the answers are the same. */
  readonly built?: Built | undefined;
}
