import type { ShownName } from '../../../stats/reports/list.js';

export interface ShownRow extends ShownName {
  /** Visitors, or clicks. */
  readonly value: number;
  /** The second metric of the list, if it has one. */
  readonly second?: number;
  /** 0 to 100. */
  readonly percentage: number;
  readonly sources?: readonly ShownRow[];
}
