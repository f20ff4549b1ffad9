import type { Filters } from '../../stats/query.js';
import type { IconProps } from '../icons.js';

/** A row of a list as displayed. */
export interface ShownRow {
  readonly name: string;
  /** Stands before the name. */
  readonly icon?: IconProps;
  /** Tells it from rows of the same name. */
  readonly detail?: string;
  /** The cells of a file in place of name and detail. */
  readonly cells?: readonly string[];
  /** The filters that a click on the row sets; without filters it is no link. */
  readonly filters?: Filters;
  /** Visitors, or clicks. */
  readonly value: number;
  /** The second metric of the list, if it has one. */
  readonly second?: number;
  /** 0 to 100. */
  readonly percentage: number;
  readonly sources?: readonly ShownRow[];
}
