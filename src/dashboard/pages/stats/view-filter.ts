import type { FilterName } from '../../../stats/dimensions.js';
import type { Condition } from '../../../stats/filters.js';

/** The operators that the dashboard offers. */
export const filterOperators = ['is', 'is_not', 'contains', 'contains_not'] as const;

export type FilterOperator = (typeof filterOperators)[number];

/** Returns whether an operator compares parts of values. */
export const isPartial = (operator: FilterOperator): boolean => operator === 'contains' || operator === 'contains_not';

/** A filter of a view. A view has at most one for each dimension and operator, and all of them must hold. */
export interface ViewFilter extends Condition {
  readonly dimension: FilterName;
  readonly operator: FilterOperator;
}

/** Returns a filter's parameter in the address: `country`, or `country.is_not`. It also identifies the filter in its view. */
export const filterKey = ({ dimension, operator }: Omit<ViewFilter, 'values'>): string =>
  operator === 'is' ? dimension : `${dimension}.${operator}`;
