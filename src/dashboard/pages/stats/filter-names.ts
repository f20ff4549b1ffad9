import { dimensions, displayValue, type ViewDimension } from '../../../stats/dimensions.js';
import type { Operator } from '../../../stats/filters.js';
import { withVisibleMarks } from './name.js';
import { type FilterOperator, isPartial, type ViewFilter } from './view-filter.js';

/** As in "Page contains /blog". */
export const operatorLabels: Readonly<Record<Operator, string>> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  contains_not: 'does not contain',
  matches: 'matches',
  matches_not: 'does not match',
  greater: 'is greater than',
  less: 'is less than',
};

/** As in `Germany or France`. */
export const filterValues = ({ dimension, operator, values }: ViewFilter): string =>
  EITHER.format(values.map((value) => filterValue(dimension, value, operator)));

const EITHER = new Intl.ListFormat('en', { type: 'disjunction' });

/** As in `Country is Germany or France`. */
export const describeFilter = (filter: ViewFilter): string =>
  `${dimensions[filter.dimension].label} ${operatorLabels[filter.operator]} ${filterValues(filter)}`;

/** Codes have names; a part of a value stays as it was typed. */
export function filterValue(name: ViewDimension, value: string, operator: FilterOperator = 'is'): string {
  return withVisibleMarks(isPartial(operator) ? value : displayValue(name, value));
}
