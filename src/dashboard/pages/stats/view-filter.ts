import { type PropertyName, propertyName, type ViewDimension } from '../../../stats/dimensions.js';
import type { Condition } from '../../../stats/filters.js';

export const filterOperators = ['is', 'is_not', 'contains', 'contains_not'] as const;

export type FilterOperator = (typeof filterOperators)[number];

/** Whether the operator compares parts of values. */
export const isPartial = (operator: FilterOperator): boolean => operator === 'contains' || operator === 'contains_not';

/** Properties are those of custom events. A value that looks like a number or boolean matches both it and the text. */
export type FilterDimension = ViewDimension | PropertyName;

export const isProperty = (name: string): name is PropertyName => propertyName(name) !== undefined;

/** A view has at most one filter for each dimension and operator, and all of them must match. */
export interface ViewFilter extends Condition {
  readonly dimension: FilterDimension;
  readonly operator: FilterOperator;
  readonly values: readonly string[];
}

/** Parameter in the address: `country`, or `country.is_not`. It also identifies the filter in its view. */
export const filterKey = ({ dimension, operator }: Omit<ViewFilter, 'values'>): string =>
  operator === 'is' ? dimension : `${dimension}.${operator}`;
