import type { Filters } from '../../stats/query.js';

/** A row of a list as a person reads it. */
export interface ShownRow {
  readonly name: string;
  /** What tells it from rows of the same name. */
  readonly detail?: string;
  /** What choosing it filters by; a row without can only be read. */
  readonly filters?: Filters;
  /** Visitors, or clicks. */
  readonly value: number;
  readonly pageviews?: number;
  /** 0 to 100. */
  readonly percentage: number;
  readonly sources?: readonly ShownRow[];
}
