import type { FilterName } from './dimensions.js';

/** A half-open stretch of time, [start, end), in epoch milliseconds. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/** The value that each filter asks for, compared exactly; several are joined by AND. */
export type Filters = Readonly<Partial<Record<FilterName, string>>>;

/** What a statistic is asked about. */
export interface Question {
  readonly websiteId: string;
  readonly period: Period;
  readonly filters: Filters;
}
