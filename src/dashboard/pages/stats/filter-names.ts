import { dimensions, displayValue, type FilterName } from '../../../stats/dimensions.js';
import { withVisibleMarks } from './name.js';
import { type FilterOperator, isPartial, type ViewFilter } from './view-filter.js';

const operatorLabels: Readonly<Record<FilterOperator, string>> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  contains_not: 'does not contain',
};

/** As in "Page contains /blog". */
export const operatorLabel = (operator: FilterOperator): string => operatorLabels[operator];

/** As in `Germany or France`. */
export const filterValues = ({ dimension, operator, values }: ViewFilter): string =>
  EITHER.format(values.map((value) => filterValue(dimension, value, operator)));

const EITHER = new Intl.ListFormat('en', { type: 'disjunction' });

/** As in `Country is Germany or France`. */
export const describeFilter = (filter: ViewFilter): string =>
  `${dimensions[filter.dimension].label} ${operatorLabel(filter.operator)} ${filterValues(filter)}`;

/** Codes have names; a part of a value stays as it was typed. */
export function filterValue(name: FilterName, value: string, operator: FilterOperator = 'is'): string {
  return withVisibleMarks(isPartial(operator) ? value : displayValue(name, value));
}
