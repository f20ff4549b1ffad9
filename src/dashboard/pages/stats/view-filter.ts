import { type PropertyName, propertyName, type ViewDimension } from '../../../stats/dimensions.js';
import type { Condition } from '../../../stats/filters.js';

export const filterOperators = ['is', 'is_not', 'contains', 'contains_not'] as const;

export type FilterOperator = (typeof filterOperators)[number];

/** Whether the operator compares parts of values. */
export const isPartial = (operator: FilterOperator): boolean => operator === 'contains' || operator === 'contains_not';

/** Properties are those of custom events. A value that looks like a number or boolean matches both it and the text. */
export type FilterDimension = ViewDimension | PropertyName;

export const isProperty = (name: string): name is PropertyName => propertyName(name) !== undefined;

/** A condition of a view. At least one of the alternatives must match, and all of the others. */
export interface ViewCondition extends Condition {
  readonly isAlternative?: true;
}

/** A view has at most one filter with the same key. */
export interface ViewFilter extends ViewCondition {
  readonly dimension: FilterDimension;
  readonly operator: FilterOperator;
  readonly values: readonly string[];
}

/** What identifies a filter in its view. */
export type FilterId = Omit<ViewFilter, 'values'>;

/** Parameter in the address: `country`, `country.is_not`, or `any.country`. */
export const filterKey = ({ dimension, operator, isAlternative }: FilterId): string =>
  `${isAlternative ? 'any.' : ''}${dimension}${operator === 'is' ? '' : `.${operator}`}`;
